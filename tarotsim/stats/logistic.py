"""Chances from features: a logistic regression, and chances out of sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["cross_fitted", "fit_logistic"]

_STEPS = 30
_TOLERANCE = 1e-9
_LEAST = 50
"""Values of a fold below which its chance is the plain share, shrunk towards half."""


def fit_logistic(
    features: npt.NDArray[np.float64],
    outcomes: npt.NDArray[np.bool_],
    ridge: float = 1.0,
) -> npt.NDArray[np.float64]:
    """Fit the log-odds of an outcome as a linear function of features.

    Parameters
    ----------
    features : float64 array (cases, features)
    outcomes : bool array (cases,)
    ridge : float, optional
        Weight of the penalty on the squares of the coefficients of the features in
        units of their standard deviation; the constant has none.

    Returns
    -------
    float64 array (1 + features,)
        The constant, and a coefficient for each feature; 0 for one that never varies.

    Notes
    -----
    Newton's method on the penalised likelihood, which is strictly concave in the
    directions that the penalty sees. Deterministic.

    References
    ----------
    T. Hastie, R. Tibshirani, J. Friedman, "The Elements of Statistical Learning", 2nd
    ed. (2009), 4.4.1.
    """
    centre, scale = features.mean(axis=0), features.std(axis=0)
    varies = scale > 0
    columns = (features[:, varies] - centre[varies]) / scale[varies]
    design = np.column_stack([np.ones(len(columns)), columns])
    penalty = np.full(design.shape[1], ridge)
    penalty[0] = 0
    share = (outcomes.sum() + 0.5) / (len(outcomes) + 1)
    beta = np.zeros(design.shape[1])
    beta[0] = np.log(share / (1 - share))
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-design @ beta))
        gradient = design.T @ (outcomes - chance) - penalty * beta
        weight = np.maximum(chance * (1 - chance), 1e-6)
        hessian = (design.T * weight) @ design + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        # Far from the top a whole step may overshoot; the odds move e-fold at most.
        beta += step / max(1.0, float(np.abs(step).max()))
        if float(np.abs(step).max()) < _TOLERANCE:
            break
    found = np.zeros(1 + features.shape[1])
    found[1:][varies] = beta[1:] / scale[varies]
    found[0] = beta[0] - float(found[1:] @ centre)
    return found


def cross_fitted(
    features: npt.NDArray[np.float64],
    outcomes: npt.NDArray[np.bool_],
    fold: npt.NDArray[np.int64],
) -> npt.NDArray[np.float64]:
    """Estimate the chance of each case from the cases of the other fold alone.

    Parameters
    ----------
    features : float64 array (cases, features)
    outcomes : bool array (cases,)
    fold : int64 array (cases,)
        0 or 1; what depends on each other must be in one fold.

    Returns
    -------
    float64 array (cases,)
        0 to 1: no case's own outcome has a part in its estimate. Where the other fold
        has fewer than 50 cases it is their plain share, with half a success and half
        a failure added.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.arange(8.0).reshape(-1, 1)
    >>> won = np.array([0, 0, 0, 1, 1, 1, 1, 1], dtype=bool)
    >>> cross_fitted(x, won, np.arange(8) % 2).round(2).tolist()
    [0.7, 0.5, 0.7, 0.5, 0.7, 0.5, 0.7, 0.5]
    """
    chances = np.empty(len(outcomes))
    for own in (0, 1):
        wanted, other = fold == own, fold != own
        n, won = int(other.sum()), int(outcomes[other].sum())
        if n < _LEAST or won in (0, n):
            chances[wanted] = (won + 0.5) / (n + 1)
            continue
        beta = fit_logistic(features[other], outcomes[other])
        chances[wanted] = 1 / (1 + np.exp(-(beta[0] + features[wanted] @ beta[1:])))
    return chances

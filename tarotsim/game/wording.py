"""Numbers with their nouns, as every message and table writes them."""

from __future__ import annotations

__all__ = ["counted", "digits_beside_zero", "roughly"]


def counted(count: float, noun: str, plural: str = "", *, shown: str = "") -> str:
    """Return a number with its noun.

    Parameters
    ----------
    count : int or float
    noun : str
        For one; what depends on the number may follow, ``"bid is given"``.
    plural : str, optional
        For any other number, where it is more than an s.
    shown : str, optional
        The number as it is written, where not plainly.

    Examples
    --------
    >>> counted(1, "raw deal"), counted(0, "deal"), counted(0.5, "point")
    ('1 raw deal', '0 deals', '0.5 points')
    >>> counted(2, "bid is given", "bids are given")
    '2 bids are given'
    >>> counted(1500, "deal", shown=f"{1500:,}")
    '1,500 deals'
    """
    return f"{shown or count} {noun if count == 1 else plural or noun + 's'}"


def roughly(count: int) -> str:
    """Return a number that was extrapolated, with no more digits than it has sense.

    Examples
    --------
    >>> roughly(9130), roughly(87)
    ('about 9,100', 'about 87')
    >>> roughly(21901785)
    'more than a million'
    """
    if count > 1_000_000:
        return "more than a million"
    return f"about {round(count, min(0, 2 - len(str(count)))):,}"


def digits_beside_zero(digits: int, *bounds: float) -> int:
    """Return how many digits keep the side of 0 on which bounds lie.

    Parameters
    ----------
    digits : int
        How many are usual behind the point; up to three more are given where a bound
        other than 0 would read 0.
    *bounds : float

    Examples
    --------
    >>> digits_beside_zero(2, -1.21, -0.004), digits_beside_zero(2, -1.21, 0.12)
    (3, 2)
    """
    for more in range(3):
        if all(round(bound, digits + more) for bound in bounds if bound):
            return digits + more
    return digits + 3

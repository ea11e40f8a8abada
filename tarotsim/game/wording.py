"""Numbers with their nouns, as every message and table writes them."""

from __future__ import annotations

__all__ = ["counted"]


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

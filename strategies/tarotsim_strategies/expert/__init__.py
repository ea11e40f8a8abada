"""A strong player whose every habit can be switched off and measured."""

from __future__ import annotations

from tarotsim_strategies.expert.strategy import Expert

__all__ = ["Expert"]

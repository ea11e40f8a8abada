"""The machine that figures were measured on: no speed can be read without it."""

from __future__ import annotations

import os
import platform
import sys

__all__ = ["describe_machine"]


def _processor() -> str:
    """Return the model of the processor, where the system tells it."""
    import cpuinfo

    info = cpuinfo.get_cpu_info()
    return str(info.get("brand_raw") or platform.processor() or platform.machine())


def describe_machine() -> str:
    """Return processor, cores, system, and the versions that shape the speed."""
    import llvmlite
    import numba
    import numpy as np

    return (
        f"{_processor()} ({platform.machine()}, {os.cpu_count()} cores), "
        f"{platform.system()}, Python {sys.version.split()[0]}, "
        f"numba {numba.__version__}, llvmlite {llvmlite.__version__}, "
        f"numpy {np.__version__}"
    )

"""The compiled engine: numba functions on words and arrays, private but for two.

Other packages import `policies` and `hand`.
"""

"""Kernels as parts: code that is only ever put into the code of its callers.

numba makes each function ready to be run: it optimises it with all that it holds, turns
it into machine code and loads that. For a kernel that only kernels call nothing of this
is used, since it is done again in each caller. A part is typed and translated, and
optimised once, in the entries and policies that hold it.
"""

from __future__ import annotations

from types import CodeType
from typing import Any

import llvmlite.binding as llvm
from numba.core import compiler
from numba.core.codegen import CPUCodeLibrary
from numba.core.runtime import rtsys
from numba.core.typed_passes import NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes

from tarotsim.kernels._cache import FileCache

__all__ = ["PartCache", "PartCompiler"]


class _PartLibrary(CPUCodeLibrary):  # type: ignore[misc]  # numba has no types
    """The code of a part with that of the parts it holds, to be linked by callers."""

    @property
    def codegen(self) -> Any:
        """Itself, which is asked for `set_env` only."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: what is not run has no environment."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        return 0

    def add_linking_library(self, library: Any) -> None:
        """Have a library linked; numba's run-time is linked by what is run."""
        if library is not rtsys.library:
            super().add_linking_library(library)

    def _optimize_functions(self, ll_module: Any) -> None:
        """Simplify the function itself: what is large here is copied to all callers."""
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def finalize(self) -> None:
        """Put the parts that this one holds into its code."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            module = library._get_module_for_linking()
            self._final_module.link_in(module, preserve=True)
        passes = llvm.newpassmanagers.create_new_module_pass_manager()
        passes.add_always_inliner_pass()
        passes.run(self._final_module, self._codegen._pass_builder())
        self._finalized = True

    def bitcode(self) -> bytes:
        """Return the code, to be kept."""
        kept: bytes = self._get_module_for_linking().as_bitcode()
        return kept

    @classmethod
    def of_bitcode(cls, codegen: Any, name: str, bitcode: bytes) -> _PartLibrary:
        """Return a library of code that was kept."""
        library = cls(codegen, name)
        library._final_module = library._shared_module = llvm.parse_bitcode(bitcode)
        library._finalized = True
        return library


class PartCompiler(compiler.Compiler):  # type: ignore[misc]  # numba has no types
    """numba's compiler, up to the code of a part."""

    def define_pipelines(self) -> Any:
        """Write to a `_PartLibrary`, without passes for what kernels do not hold."""
        state = self.state
        name = state.func_id.func_qualname
        state.library = _PartLibrary(state.targetctx.codegen(), name)
        unneeded: list[Any] = [NopythonRewrites]  # expressions of whole arrays
        if not any(isinstance(it, CodeType) for it in state.func_id.code.co_consts):
            unneeded.append(InlineClosureLikes)
        pipelines = super().define_pipelines()
        for passes in pipelines:
            passes.passes = [it for it in passes.passes if it[0] not in unneeded]
            passes.finalize()
        return pipelines


class PartCache(FileCache):
    """The parts of one function, one file a signature."""

    form = "part"

    def _reduce(self, result: Any) -> Any:
        descriptor = result.fndesc
        descriptor.typemap = descriptor.calltypes = None  # large, and used no more
        return (
            descriptor,
            result.environment,
            result.signature,
            result.library.bitcode(),
        )

    def _rebuild(self, context: Any, kept: Any) -> Any:
        descriptor, environment, signature, bitcode = kept
        name = descriptor.qualname
        library = _PartLibrary.of_bitcode(context.codegen(), name, bitcode)
        return compiler.compile_result(
            typing_context=context.typing_context,
            target_context=context,
            entry_point=context.get_executable(library, descriptor, environment),
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=descriptor,
            library=library,
            environment=environment,
            reload_init=[],
            referenced_envs=[],
        )

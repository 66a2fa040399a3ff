"""What import-linter's contracts cannot say of the engine."""

import sys

import grimp


def test_the_engine_imports_itself_and_the_standard_library_alone() -> None:
    graph = grimp.build_graph("games", include_external_packages=True)
    engine = {name for name in graph.modules if f"{name}.".startswith("games.engine.")}
    assert engine

    imported = set().union(*(graph.find_modules_directly_imported_by(name) for name in engine)) - engine

    assert {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names} == set()

"""Reads Spack's recipe with stand-ins for the directives that it uses, checks what
they are given, and prints what its steps run.

    spack.py RECIPE VERSION
"""
import importlib.util
import re
import sys
import types

# what a specification may look like: name, variants, versions
SPEC = re.compile(r"^[a-z0-9-]+([+~][a-z]+)*(@[0-9.]+:?)?$")
TYPES = {"build", "link", "run", "test"}
seen = {"version": [], "depends_on": [], "requires": [], "license": []}


def depends_on(spec, type=("build", "link")):
    assert SPEC.match(spec), spec
    kinds = {type} if isinstance(type, str) else set(type)
    assert kinds <= TYPES, type
    seen["depends_on"].append(spec)


def requires(*specs, policy="one_of"):
    assert policy in ("one_of", "any_of") and specs
    seen["requires"].extend(specs)


def make(*words):
    print("make", *words)


def main():
    package = types.ModuleType("spack.package")
    package.MakefilePackage = type("MakefilePackage", (), {})
    package.depends_on, package.requires, package.make = depends_on, requires, make
    package.version = lambda number, **more: seen["version"].append(number)
    package.license = lambda text, **more: seen["license"].append(text)
    sys.modules["spack"] = types.ModuleType("spack")
    sys.modules["spack.package"] = package
    spec = importlib.util.spec_from_file_location("recipe", sys.argv[1])
    recipe = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(recipe)

    assert seen["version"] == [sys.argv[2]], seen["version"]
    assert len(seen["depends_on"]) == len(set(seen["depends_on"]))
    assert seen["license"] and seen["requires"]
    app = recipe.Perfexpert()
    assert app.__doc__ and app.homepage
    assert app.url_for_version(sys.argv[2]).endswith("perfexpert-%s.tar.gz" % sys.argv[2])
    app.build(None, "/opt/perfexpert")
    app.install(None, "/opt/perfexpert")


main()

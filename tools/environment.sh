#!/bin/sh
# Makes .venv, or finds it up to date. The stamp is written last and holds the
# folder and a checksum of what decides the content: an interrupted set-up, a moved
# clone and a changed pyproject.toml or constraints.txt are all noticed.
#
# Run from the top folder; PYTHON=... in the environment chooses the interpreter.
set -eu
venv=.venv
stamp=$venv/.complete
here=$(pwd -P)
state=$({ cat pyproject.toml constraints.txt; grep "^__version__" tarotsim/__init__.py; } | cksum)
started=$(date +%s)

fail() { printf '%s\n' "$@" >&2; exit 1; }
version() {
    "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null
}
base() {
    "$1" -c 'import sys; print(sys.base_prefix, sys.version)' 2>/dev/null
}

# Is the environment there, whole, at home, and made from the Python asked for?
whole=no
if [ -f "$stamp" ] && [ "$(sed -n 1p "$stamp")" = "$here" ] &&
    found=$(base "$venv/bin/python"); then
    whole=yes
    if [ -n "$PYTHON" ] && [ "$(base "$PYTHON" || true)" != "$found" ]; then
        whole=no
    fi
fi
if [ $whole = yes ] && [ "$(sed -n 2p "$stamp")" = "$state" ]; then
    exit 0
fi

uv=
if command -v uv >/dev/null 2>&1 && uv --version >/dev/null 2>&1; then
    uv=uv
fi

# Look for a Python that runs, is new enough and, without uv, can make
# environments. Versions in constraints.txt are tried before later ones.
python= later= seen= no_venv=
consider() {
    where=$(command -v "$1" 2>/dev/null) || {
        [ -z "$PYTHON" ] || seen="$seen
  $1: not found"
        return 0
    }
    if ! number=$(version "$1"); then
        seen="$seen
  $where: does not run"
        return 0
    fi
    minor=${number#*.} minor=${minor%%.*}
    if [ "${number%%.*}" -ne 3 ] || [ "$minor" -lt 11 ]; then
        seen="$seen
  $where: Python $number, too old"
        return 0
    fi
    if [ -z "$uv" ] && ! "$1" -c 'import ensurepip, venv' 2>/dev/null; then
        no_venv=${no_venv:-3.$minor}
        seen="$seen
  $where: Python $number, but without the modules venv and ensurepip"
        return 0
    fi
    if [ "$minor" -le 13 ]; then
        python=$1
    else
        later=${later:-$1}
    fi
}
if [ -n "$PYTHON" ]; then
    consider "$PYTHON"
else
    for name in python3 python3.13 python3.12 python3.11 python python3.14 python3.15; do
        [ -n "$python" ] || consider "$name"
    done
fi
python=${python:-$later}
if [ -z "$python" ] && [ -z "$PYTHON" ] && [ -n "$uv" ]; then
    python=$(uv python find --no-python-downloads '>=3.11' 2>/dev/null || true)
fi
if [ -z "$python" ]; then
    if [ -n "$no_venv" ]; then
        fail "Python is there, but it cannot make virtual environments. Seen:$seen" \
            "On Debian and Ubuntu install the package that is missing:" \
            "    sudo apt-get install python$no_venv-venv" \
            "then run make again, or name another Python: make env PYTHON=/path/to/python3"
    fi
    if [ -n "$PYTHON" ]; then
        fail "PYTHON must name a Python 3.11 or later that runs. Seen:$seen"
    fi
    fail "tarotsim needs Python 3.11 or later, and none was found. Seen:${seen:-
  no python3 at all}" \
        "Install one and run make again, or name one: make env PYTHON=/path/to/python3"
fi
number=$(version "$python")

if [ $whole = yes ] && [ -z "$uv" ] &&
    ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    whole=no
fi
if [ $whole = yes ]; then
    echo "Updating .venv: pyproject.toml or constraints.txt has changed."
elif [ -e "$venv" ]; then
    echo "Making .venv anew: it is unfinished, moved, or of another Python."
fi
rm -f "$stamp"

with_uv() {
    cache=$(uv cache dir 2>/dev/null) || cache=
    if [ -z "$cache" ] || ! mkdir -p "$cache" 2>/dev/null || [ ! -w "$cache" ]; then
        UV_NO_CACHE=1
        export UV_NO_CACHE
    fi
    if [ $whole = no ]; then
        rm -rf "$venv"
        uv venv --quiet --python "$python" "$venv" || return 1
    fi
    uv pip install --quiet --compile-bytecode --python "$venv/bin/python" \
        --constraints constraints.txt --editable '.[dev]'
}
with_pip() {
    if [ $whole = no ]; then
        rm -rf "$venv"
        "$python" -m venv "$venv" || return 1
    fi
    PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 "$venv/bin/python" -m pip install -qq \
        --disable-pip-version-check --no-input \
        --constraint constraints.txt --editable '.[dev]'
}

if [ -n "$uv" ]; then
    echo "Installing tarotsim and its tools into .venv (Python $number, uv) ..."
    with_uv || {
        echo "uv did not manage; trying venv and pip instead ..." >&2
        uv= whole=no
    }
fi
if [ -z "$uv" ]; then
    echo "Installing tarotsim and its tools into .venv (Python $number, pip);" \
        "this may take a minute or two ..."
    with_pip || fail "The environment could not be made; the reason is above." \
        "Put it right and run make again: it starts over by itself."
fi
printf '%s\n' "$here" "$state" >"$stamp.new"
mv "$stamp.new" "$stamp"
echo "Environment complete after $(($(date +%s) - started)) s."

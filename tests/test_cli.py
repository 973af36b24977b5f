"""The command line as a shell sees it: real processes, their output, their exit codes."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from neuralfold import __version__
from neuralfold.cli import main
from neuralfold.files.document import write_document
from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, fold, random_network, three_lines
from neuralfold.model.network import Network

DATA = Path(__file__).parent / "data"
NETS = sorted((DATA / "nets").glob("*.nfold"))
EXPECTED = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks for the displays of Linux")


def run(*arguments, code=0, cwd=None, environment=None, **options):
    """Run the program without a display and check its exit code, and that no traceback is shown."""
    inherited = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    done = subprocess.run(
        [sys.executable, "-m", "neuralfold", *map(str, arguments)],
        cwd=cwd,
        env=inherited | (environment or {}),
        check=False,
        timeout=100,
        **{"capture_output": True} | options,
    )
    said = (done.stderr or b"").decode()
    assert done.returncode == code, said
    assert "Traceback" not in said
    return done


def refused(*arguments, **options):
    """Run what has to be refused: one sentence on stderr, nothing on stdout."""
    done = run(*arguments, code=2, **options)
    said = done.stderr.decode()
    assert said.endswith("\n")
    assert said.count("\n") == 1
    assert not done.stdout
    return said[:-1]


def measured(*arguments, **options):
    done = run("measure", *arguments, **options)
    assert done.stderr == b""
    return json.loads(done.stdout.decode("utf-8"))


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "fold.nfold"
    write_document(path, fold(2))
    return path


def in_process(capsysbinary, *arguments):
    """`measure` without a process of its own, for the many."""
    assert main(["measure", *map(str, arguments)]) == 0
    out, err = capsysbinary.readouterr()
    assert err == b""
    return json.loads(out.decode("utf-8"))


def test_all_reference_nets_are_there():
    assert {path.name for path in NETS} == set(EXPECTED)
    assert len(NETS) >= 21


@pytest.mark.parametrize("path", NETS, ids=lambda path: path.stem)
def test_measure_agrees_with_the_reference(path, capsysbinary):
    wanted = {name: EXPECTED[path.name][name] for name in ("activation_regions", "linear_regions")}
    quick = in_process(capsysbinary, path)
    exact = in_process(capsysbinary, path, "--exact")
    assert {name: exact[name] for name in wanted} == wanted
    assert exact["is_certain"] is True
    assert "reason" not in exact
    if quick["is_certain"]:
        assert {name: quick[name] for name in wanted} == wanted
        assert "float" not in exact
    else:
        assert quick["reason"]


def test_measure_prints_every_promised_key(document):
    entries = measured(document)
    promised = "inputs outputs depth widths parameters weights biases macs activation_regions linear_regions is_certain"
    assert set(f"{promised} window seconds".split()) <= set(entries)
    assert (entries["widths"], entries["parameters"], entries["linear_regions"]) == ([3, 3], 22, 9)
    assert (entries["line_linear_regions"], entries["window"]) == (10, [[0, 3]])
    assert 0 < entries["seconds"] < 100


def test_measure_of_two_inputs_counts_maps(tmp_path, capsysbinary):
    path = tmp_path / "three.nfold"
    write_document(path, three_lines())
    entries = in_process(capsysbinary, path)
    assert (entries["linear_regions"], entries["distinct_affine_maps"]) == (7, 7)


@pytest.mark.parametrize("exact", [(), ("--exact",)])
def test_measure_says_why_there_is_no_count(tmp_path, capsysbinary, exact):
    path = tmp_path / "a.nfold"
    write_document(path, random_network([784, 256, 256, 10], 1))
    many = in_process(capsysbinary, path, *exact)
    assert (many["parameters"], many["macs"]) == (269322, 268800)
    assert (many["linear_regions"], many["is_certain"]) == (None, False)
    assert "784 inputs" in many["reason"]
    write_document(path, Content(Chain.of(Network.of([[[1]], [[1]]], [[0], [0]], Activation("gelu")))))
    smooth = in_process(capsysbinary, path, *exact)
    assert smooth["activation_regions"] is None
    assert "gelu is smooth" in smooth["reason"]


def test_exact_says_what_the_quick_count_said_where_they_differ(tmp_path, capsysbinary):
    """Where float64 overflows the exact count does not: a ramp of slope 10^400 has one joint, at 0."""
    path = tmp_path / "a.nfold"
    write_document(path, Content(Chain.of(Network.of([[[1e200]], [[1e200]], [[1]]], [[0], [0], [0]], RELU))))
    quick = in_process(capsysbinary, path)
    assert (quick["linear_regions"], quick["is_certain"]) == (None, False)
    assert "overflows" in quick["reason"]
    exact = in_process(capsysbinary, path, "--exact")
    assert (exact["linear_regions"], exact["line_linear_regions"], exact["is_certain"]) == (2, 2, True)
    assert exact["float"]["linear_regions"] is None
    assert exact["float"]["is_certain"] is False
    assert exact["float"]["reason"] == quick["reason"]
    assert "reason" not in exact


@LINUX
def test_measure_needs_neither_qt_nor_a_display(document):
    code = (
        "import sys; from neuralfold.cli import main; code = main(sys.argv[1:]); "
        "found = [n for n in sys.modules if n.startswith(('PySide6', 'shiboken', 'pyqtgraph'))]; "
        "print(code, found, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "measure", str(document)],
        env={},
        cwd="/",
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout)["linear_regions"] == 9
    assert done.stderr == b"0 []\n"


def test_output_is_utf8_whatever_the_console_wants(tmp_path):
    path = tmp_path / "折叠.nfold"
    path.write_text('{"format": "neuralfold", "version": 1, "network": "折"}', encoding="utf-8")
    for encoding in ("cp1252", "ascii", "cp936"):
        said = refused("measure", path, environment={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
        assert said == f"neuralfold: {path}: network: found text, expected an object"


BAD = [
    ("", "the file is empty"),
    ("hello", "line 1, column 1: not JSON"),
    ('{"format": "neuralfold", "version": 9}', "version: 9 is newer than this NeuralFold"),
    (
        '{"format": "neuralfold", "version": 1, "network": {"inputs": 1, "layers": ['
        '{"weights": [[1], [1], [1]], "biases": [0, 0, 0], "activation": "relu"}, '
        '{"weights": [[1, 2, 3], [1, 2, 3, 4]], "biases": [0, 0], "activation": "identity"}]}}',
        "layers[1].weights: row 2 has 4 numbers, expected 3",
    ),
    ('{"a": ' + "[" * 100_000, "the document is nested too deeply"),
]


@pytest.mark.parametrize(("text", "start"), BAD)
def test_bad_documents_are_one_sentence(tmp_path, text, start):
    path = tmp_path / "bad.nfold"
    path.write_text(text, encoding="utf-8")
    assert refused("measure", path).startswith(f"neuralfold: {path}: {start}")
    assert path.read_text(encoding="utf-8") == text
    assert os.listdir(tmp_path) == ["bad.nfold"]


def test_files_that_are_not_there_are_one_sentence(tmp_path):
    assert refused("measure", tmp_path) == f"neuralfold: {tmp_path}: this is a folder, not a document"
    name = tmp_path / "a\n\x1b[1mb"
    assert refused("measure", name) == f"neuralfold: {tmp_path}/a\\n\\x1b[1mb: there is no such file"


USAGE = [
    (["measure"], "neuralfold measure: the following arguments are required: FILE"),
    (["measure", "a", "b"], "neuralfold measure: unrecognized arguments: b"),
    (["measure", "a", "--ex"], "neuralfold measure: unrecognized arguments: --ex"),
    (["--bogus"], "neuralfold: unrecognized arguments: --bogus"),
    (["a", "b"], "neuralfold: unrecognized arguments: b"),
    (["snapshot"], "neuralfold snapshot: the following arguments are required: FILE"),
    (["snapshot", "a"], "neuralfold snapshot: say what to write: --png, --csv, --svg or --pdf"),
    (["snapshot", "a", "--png"], "neuralfold snapshot: argument --png: expected one argument"),
    (["snapshot", "a", "--png", "a"], "neuralfold snapshot: --png would write over the document: a"),
    (["snapshot", "a", "--png", "b", "--svg", "./b"], "neuralfold snapshot: --svg would write over --png: b"),
    *(
        (["snapshot", "a", "--png", "b", "--size", size], f"neuralfold snapshot: argument --size: {size} is not a size")
        for size in ("1920", "1920x", "0x0", "axb", "1.5x100", "1920x1080x3", "99999x99999", "1920x-1", "15x1080", "")
    ),
]


@pytest.mark.parametrize(("arguments", "start"), USAGE)
def test_wrong_commands_are_one_sentence(arguments, start, capsysbinary):
    assert main(arguments) == 2
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert err.decode().startswith(start)
    assert err.count(b"\n") == 1


def test_help_and_version(capsysbinary):
    assert run("--version").stdout.decode() == f"neuralfold {__version__}\n"
    for arguments, words in (
        (["--help"], ["neuralfold [FILE]", "measure FILE [--exact]", "snapshot FILE --png OUT.png", "./measure"]),
        (["measure", "--help"], ["--exact"]),
        (["snapshot", "-h"], ["--png", "--size", "--csv", "--svg", "--pdf"]),
    ):
        assert main(arguments) == 0
        out, err = capsysbinary.readouterr()
        assert err == b""
        assert all(word in out.decode() for word in words)


@LINUX
@pytest.mark.parametrize("arguments", [[], ["fold.nfold"], ["./measure"], ["--", "measure"]])
def test_a_window_without_a_display_is_one_sentence(arguments, document):
    shutil.copy(document, document.parent / "measure")
    said = refused(*arguments, cwd=document.parent)
    assert said.startswith("neuralfold: there is no display to open a window on")
    assert refused(*arguments, cwd=document.parent, environment=dict.fromkeys(DISPLAYS, "")) == said


def test_a_file_named_like_a_command_can_be_measured_and_is_hinted_at(document):
    shutil.copy(document, document.parent / "measure")
    assert measured("measure", cwd=document.parent)["linear_regions"] == 9
    said = refused("measure", cwd=document.parent)
    assert said.endswith(f"; to open the file of that name, write .{os.sep}measure")


def test_a_reader_that_has_gone_is_no_fault(document):
    reading, writing = os.pipe()
    os.close(reading)
    done = run("measure", document, code=141, capture_output=False, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert done.stderr == b""


@LINUX
def test_output_that_finds_no_place_is_one_sentence(document):
    with Path("/dev/full").open("wb") as full:
        done = run("measure", document, code=2, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.stderr == b"neuralfold: standard output: No space left on device\n"


@LINUX
def test_closed_output_is_one_sentence(document):
    done = run(
        "measure", document, code=2, capture_output=False, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1)
    )
    assert done.stderr == b"neuralfold measure: there is no standard output to print to\n"


@LINUX
def test_a_stop_is_quiet(tmp_path):
    """The exact count of 2^40 regions takes for ever; it is stopped when it has read its document from a pipe."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    source = tmp_path / "a.nfold"
    write_document(source, fold(20))
    started = subprocess.Popen(
        [sys.executable, "-m", "neuralfold", "measure", "--exact", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        path.write_bytes(source.read_bytes())
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=60)
    finally:
        started.kill()
    assert (started.returncode, out, err) == (130, b"", b"")


def test_a_fault_of_the_program_is_one_sentence_too(monkeypatch, capsysbinary, document):
    def faulty(content):
        raise RuntimeError("a fault\nwith two lines")

    monkeypatch.setattr("neuralfold.cli.measure", faulty)
    assert main(["measure", str(document)]) == 2
    err = capsysbinary.readouterr().err.decode()
    assert err.startswith("neuralfold: please report this fault: RuntimeError in test_cli.py:")
    assert err.endswith("a fault\\nwith two lines\n")


def test_figure_7_1_by_the_installed_command(tmp_path):
    """The console script itself, from another folder and with a path of its own."""
    script = shutil.which("neuralfold", path=str(Path(sys.executable).parent))
    if script is None:
        pytest.skip("the package is not installed")
    path = tmp_path / "figure 7.1.nfold"
    write_document(path, figure_7_1())
    done = subprocess.run([script, "measure", path.name], cwd=tmp_path, capture_output=True, check=True, timeout=60)
    entries = json.loads(done.stdout)
    assert (entries["linear_regions"], entries["parameters"], entries["stored_parameters"]) == (9, 22, 20)

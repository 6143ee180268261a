# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Pictures as files: PNG and GIF, by the command line and from a run."""

import pytest
from sim_support import FIRMWARE, PYTHONS

from sim import __main__ as command
from sim import picture
from sim.simulator import Simulator

Image = pytest.importorskip("PIL.Image")


def opened(path):
    image = Image.open(path)
    image.load()
    return image


def test_png_is_the_panel(tmp_path):
    rgb = bytes(range(24))
    picture.save_png(tmp_path / "a.png", (4, 2), rgb)
    image = opened(tmp_path / "a.png")
    assert (image.size, image.mode, image.tobytes()) == ((4, 2), "RGB", rgb)
    picture.save_png(tmp_path / "b.png", (4, 2), rgb, 3)
    image = opened(tmp_path / "b.png")
    assert image.size == (12, 6)
    for x in range(12):
        for y in range(6):
            at = 3 * (y // 3 * 4 + x // 3)
            assert image.getpixel((x, y)) == tuple(rgb[at : at + 3])


def test_a_file_that_cant_be_written(tmp_path):
    with pytest.raises(picture.PictureError) as caught:
        picture.save_png(tmp_path / "no" / "a.png", (1, 1), b"abc")
    assert "can't be written" in caught.value.args[0]


@pytest.mark.parametrize("python", PYTHONS)
def test_gif_has_the_boards_own_time(tmp_path, python):
    sim = Simulator(
        "picosystem",
        keys="wait:9000",
        firmware="panel:blink",
        python=python,
        extra_path=[FIRMWARE],
    )
    recorder = picture.Recorder(sim.host)
    sim.host.on_change = recorder.on_change
    assert sim.run() == "returned"
    recorder.save(tmp_path / "a.gif", 2)
    image = Image.open(tmp_path / "a.gif")
    assert image.size == (480, 480)
    frames = []
    for i in range(image.n_frames):
        image.seek(i)
        frames.append((image.convert("RGB").getpixel((240, 240)), image.info["duration"]))
    colours = [colour for colour, _ in frames]
    # black before the display is switched on, then the three
    assert colours[-3:] == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
    assert len([c for c in colours if c == (255, 0, 0)]) == 1
    # a frame takes 38 ms to send, in which it is not taken
    red, green, blue = [time for _, time in frames[-3:]]
    assert red == pytest.approx(540, abs=20)
    assert green == pytest.approx(290, abs=20)
    assert blue == pytest.approx(1000, abs=20)


def test_command_line_takes_pictures(tmp_path, capsys):
    shot, early, gif = (str(tmp_path / name) for name in ("a.png", "b.png", "c.gif"))
    status = command.main(
        ["--headless", "--game", "tarocco", "--keys", "shot:%s A idle down wait:300" % early]
        + ["--shot", shot, "--gif", gif, "--scale", "2", "--state", str(tmp_path / "flash")]
    )
    assert status == 0, capsys.readouterr().err
    assert opened(shot).size == opened(early).size == (480, 480)
    assert opened(shot).tobytes() != opened(early).tobytes()
    animation = Image.open(gif)
    assert animation.size == (480, 480) and animation.n_frames >= 3
    animation.seek(animation.n_frames - 1)
    # the last picture is the one at the end of the script (in up to 256 colours)
    assert animation.convert("RGB").getpixel((10, 10)) == opened(shot).getpixel((10, 10))
    assert (tmp_path / "flash").is_dir()

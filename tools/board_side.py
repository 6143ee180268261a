# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The part of tools/flash.py that runs on the board.

The functions are sent as source text and run by the MicroPython there (1.23 or newer); what they
tell the host they print, as lines that begin with ``tv``. All paths are relative to the root of
the board's flash, which is the current folder after a soft reset.

How the switch is made. Changed files are first written to the folder ``stage/new``, and read back.
Then ``stage/journal`` is written: what is to be done with them, one step a line, and a last line
with the SHA-256 of the lines before. As long as that last line is not there, nothing has happened;
as soon as it is, the update is decided, and ``apply`` carries it out, here or, after a power cut,
started by boot.py. Its steps can be repeated as often as needed:

    put<TAB>NAME<TAB>PATH    the file stage/new/NAME becomes PATH
    del<TAB>PATH             a file goes
    rmdir<TAB>PATH           a folder goes if it is empty

On littlefs a rename replaces the file of that name, in one step. On FAT it doesn't, and a power
cut in the middle of it leaves two names for the same clusters; so there the files are copied, and
the staged ones stay until all is done. FAT is told by its taking STAGE for stage.

After a power cut within a rename between two folders, littlefs (2.x, as in MicroPython 1.29) hides
files of the folder renamed from, until it is written to for the first time: tests/power_cut.py
has met that. So the journal and apply.py are not in that folder, and ``apply`` writes first.
"""


def apply():
    """Carry out ``stage/journal``, or finish that.

    -> "none": there is none; "void": it is not complete, so it was never decided; "done";
    "failed": a step can't be done (the journal stays).
    """
    import binascii
    import hashlib
    import os

    def there(path):
        try:
            os.stat(path)
            return True
        except OSError:
            return False

    def remove(path):
        try:
            os.remove(path)
        except OSError:
            pass

    try:
        with open("stage/journal", "rb") as file:
            data = file.read()
    except OSError:
        return "none"
    end = data.rfind(b"\n", 0, -1) + 1
    sum_ = binascii.hexlify(hashlib.sha256(data[:end]).digest())
    if data[end:] != b"end\t" + sum_ + b"\n":
        if there("stage/mixed"):
            return "failed"
        return "void"
    try:
        open("stage/begun", "wb").close()  # see above
    except OSError:
        return "failed"
    copying = there("STAGE/JOURNAL")
    buffer = bytearray(1024)
    view = memoryview(buffer)

    def bring(source, path):
        # -> whether it worked. A source that is no longer there has been renamed before.
        if not there(source):
            return not copying
        try:
            if not copying:
                os.rename(source, path)
                return True
            with open(source, "rb") as old, open(path, "wb") as new:
                count = old.readinto(buffer)
                while count:
                    new.write(view[:count])
                    count = old.readinto(buffer)
            return True
        except OSError:
            return False

    steps = [line.split("\t") for line in data[:end].decode().split("\n")]
    good = True
    for step in steps:
        if step[0] == "put":
            good = bring("stage/new/" + step[1], step[2]) and good
    if not good:
        try:  # so that an incomplete next journal isn't taken for "nothing has happened"
            open("stage/mixed", "wb").close()
        except OSError:
            pass
        return "failed"
    for step in steps:
        if step[0] == "del":
            remove(step[1])
        elif step[0] == "rmdir":
            try:
                os.rmdir(step[1])
            except OSError:
                pass
    remove("stage/journal")
    for step in steps:
        if step[0] == "put":
            remove("stage/new/" + step[1])
    for name in ("begun", "mixed", "apply.py"):
        remove("stage/" + name)
    for folder in ("stage/new", "stage"):
        try:
            os.rmdir(folder)
        except OSError:
            pass
    return "done"


def digest(path):
    """-> the SHA-256 of the file ``path`` as 64 hexadecimal digits."""
    import binascii
    import hashlib

    total = hashlib.sha256()
    buffer = bytearray(2048)
    view = memoryview(buffer)
    with open(path, "rb") as file:
        count = file.readinto(buffer)
        while count:
            total.update(view[:count])
            count = file.readinto(buffer)
    return binascii.hexlify(total.digest()).decode()


def built_in():
    """Have built-in modules loaded, whatever files have their names, until the next reset."""
    import sys

    path = sys.path[:]
    del sys.path[:]
    sys.path.append(".frozen")
    for name in ("binascii", "hashlib", "io", "machine", "os", "time", "vfs"):
        try:
            sys.modules[name] = __import__(name)
        except ImportError:
            pass
    del sys.path[:]
    sys.path.extend(path)


def staged():
    """-> (state, paths): how far an earlier update is, and what in ``stage`` isn't of the tool.

    ``state`` is that of ``apply`` (which is run if the update is decided), or "none".
    """
    import binascii
    import hashlib
    import os

    marks = (b"put\t", b"del\t", b"rmdir\t", b"end\t")
    foreign = []
    for name, begins in (
        ("journal", marks), ("apply.py", (b"def apply():",)), ("begun", ()), ("mixed", ())
    ):
        path = "stage/" + name
        try:
            if os.stat(path)[0] & 0x4000:
                foreign.append(path)
                continue
        except OSError:
            continue
        try:
            with open(path, "rb") as file:
                data = file.read(12)
        except OSError:
            continue  # damage
        if data and not [1 for b in begins if data.startswith(b) or b.startswith(data)]:
            foreign.append(path)
    if foreign:
        return "none", foreign
    state = "none"
    try:
        with open("stage/journal", "rb") as file:
            data = file.read()
        state = "void"
        end = data.rfind(b"\n", 0, -1) + 1
        sum_ = binascii.hexlify(hashlib.sha256(data[:end]).digest())
        if data[end:] != b"end\t" + sum_ + b"\n":
            os.stat("stage/mixed")
        state = "failed"
        scope = {}
        with open("stage/apply.py") as file:
            exec(file.read(), scope)
        state = scope["state"]
    except OSError:
        pass
    return state, foreign


def probe(folders, manifest):
    """Tell about the board, and about the files in its root and, with all below, in ``folders``.

    A SHA-256 is told of the file ``manifest`` and those named in it, of modules and pins in the
    root, and of all files in ``engine``, ``firmware``, ``licences`` and ``stage/new``.
    """
    import gc
    import os
    import sys

    def say(*words):
        print("tv\t" + "\t".join([repr(word) for word in words]))

    made = sys.implementation
    say("python", made[0], list(made[1][:3]))
    say("mpy", getattr(made, "_mpy", 0))
    say("machine", getattr(made, "_machine", sys.platform))
    say("platform", sys.platform)
    say("cwd", os.getcwd())
    state, foreign = staged()
    say("journal", state)
    for path in foreign:
        say("foreign", path)
    if state == "failed":
        # Half of a version: its files are ours, too.
        try:
            with open("stage/journal") as file:
                for line in file:
                    words = line.rstrip("\n").split("\t")
                    if words[0] == "put":
                        say("put", words[2])
        except (OSError, UnicodeError, IndexError):
            pass
    facts = os.statvfs(os.getcwd())
    say("flash", facts[0], facts[1] * facts[2], facts[0] * facts[3])
    known = {manifest, "boot.py", "main.py"}
    try:
        with open(manifest) as file:
            for line in file:
                words = line.rstrip("\n").split("\t")
                say("was", words)
                if len(words) == 3:
                    known.add(words[2])
    except (OSError, UnicodeError):
        pass

    def look(folder, deep):
        base = folder + "/" if folder else ""
        full = folder.split("/")[0] in ("engine", "firmware", "licences") or folder == "stage/new"
        for entry in os.ilistdir(folder) if folder else os.ilistdir():
            path = base + entry[0]
            if entry[1] == 0x4000:
                say("dir", path)
                if deep and path.count("/") < 8:
                    try:
                        look(path, True)
                    except OSError:
                        pass
                continue
            sum_ = "?"
            size = 0
            try:
                size = entry[3] if len(entry) > 3 else os.stat(path)[6]
                sum_ = ""
            except OSError:
                pass
            if full or path in known or not folder and (
                path[-3:].lower() == ".py" or path[-4:].lower() in (".mpy", ".pin")
            ):
                try:
                    sum_ = digest(path)
                except OSError:
                    sum_ = "?"
            say("file", size, sum_, path)

    look("", False)
    for folder in folders:
        try:
            if os.stat(folder)[0] & 0x4000:
                look(folder, True)
        except OSError:
            pass
    fat = False
    names = os.listdir()
    for name in ["stage"] if "stage" in names else names:
        other = name.upper() if name.upper() != name else name.lower()
        if other != name and other not in names:
            try:
                os.stat(other)
                fat = True
            except OSError:
                pass
            break
    say("fat", fat)
    rom = 0
    try:
        import vfs

        if vfs.rom_ioctl(1) > 0:
            device = vfs.rom_ioctl(2, 0)
            if hasattr(device, "ioctl"):
                rom = device.ioctl(4, 0) * device.ioctl(5, 0)
            elif not isinstance(device, int):
                rom = len(device)
    except (ImportError, AttributeError):
        pass
    say("rom", rom)
    gc.collect()
    say("memory", gc.mem_free())
    say("end")


class Stage:
    """Puts files into the folder ``stage``."""

    def __init__(self, keep, folders):
        """Remove all files but ``keep`` from ``stage/new``; make ``folders`` where missing.

        On FAT nothing can be kept: a cut while a folder grows leaves one that new files get lost
        in.
        """
        import os

        for folder in ["stage", "stage/new"] + folders:
            try:
                os.mkdir(folder)
            except OSError:
                if not os.stat(folder)[0] & 0x4000:
                    raise
        there = os.listdir("stage/new")
        for name in there:
            if name not in keep:
                os.remove("stage/new/" + name)
        for name in keep:
            if name not in there:
                raise ValueError("tv-damaged stage/new/" + name)
        try:
            os.stat("STAGE")
        except OSError:
            pass
        else:
            os.rmdir("stage/new")
            os.mkdir("stage/new")
        self.file = None
        self.path = None

    def open(self, path):
        """Begin the file ``path``, within ``stage``."""
        self.path = "stage/" + path
        self.file = open(self.path, "wb")

    def write(self, text):
        """Add the bytes that are ``text`` (bytes, too) in base 64 to it."""
        import binascii

        self.file.write(binascii.a2b_base64(text))

    def close(self, sum_):
        """End it, read it back, and see that its SHA-256 is ``sum_``."""
        self.file.close()
        self.file = None
        if digest(self.path) != sum_:
            import os

            os.remove(self.path)
            raise ValueError("tv-damaged " + self.path)

    def copy(self, source, path):
        """Copy a file."""
        buffer = bytearray(1024)
        view = memoryview(buffer)
        with open(source, "rb") as old, open(path, "wb") as new:
            count = old.readinto(buffer)
            while count:
                new.write(view[:count])
                count = old.readinto(buffer)

    def boot(self, name):
        """Put the staged file ``name`` in the place of boot.py before anything else is decided.

        boot.py is what finishes the rest, and goes with any version of it, so it may be the first.
        """
        import os

        try:
            os.stat("STAGE")
        except OSError:
            os.rename("stage/new/" + name, "boot.py")
            return
        self.copy("stage/new/" + name, "boot.py")
        os.remove("stage/new/" + name)


def verify(sums, gone):
    """See that all files are as they should be: ``sums`` (path, SHA-256), ``gone`` paths."""
    import os

    for path, sum_ in sums:
        if digest(path) != sum_:
            raise ValueError("tv-damaged " + path)
    for path in gone:
        try:
            os.stat(path)
        except OSError:
            continue
        raise ValueError("tv-there " + path)
    print("tv\t'verified'")


def rom_digest(size):
    """Tell the SHA-256 of the first ``size`` bytes of the ROMFS partition."""
    import binascii
    import hashlib

    import vfs

    device = vfs.rom_ioctl(2, 0)
    total = hashlib.sha256()
    if hasattr(device, "ioctl"):
        block = bytearray(device.ioctl(5, 0))
        view = memoryview(block)
        for number in range((size + len(block) - 1) // len(block)):
            device.readblocks(number, block)
            total.update(view[: min(len(block), size - number * len(block))])
    else:
        total.update(memoryview(device)[:size])
    print("tv\trom\t" + binascii.hexlify(total.digest()).decode())

package io.oasis.standalone.lab;

import java.nio.file.Path;

/** A kernel block device over a file that a daemon shows. */
record Loop(String device) {
  /** Makes it, past the page cache; whatever ends the run, the janitor detaches it. */
  static Loop attach(Janitor janitor, Path file) {
    Loop loop =
        new Loop(
            Command.output(
                "losetup", "-f", "--show", "--direct-io=on", file.toAbsolutePath().toString()));
    janitor.loop(loop.device);
    return loop;
  }

  /** Makes it anew under the same name. */
  void attachAgain(Path file) {
    Command.output("losetup", "--direct-io=on", device, file.toAbsolutePath().toString());
  }

  void detach() {
    Command.output("losetup", "-d", device);
  }
}

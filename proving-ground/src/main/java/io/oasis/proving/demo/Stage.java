package io.oasis.proving.demo;

import io.oasis.proving.rig.LoadApplication;
import java.nio.file.Path;
import java.util.Optional;

/** What a demo's applications work on, and what limits them there. */
interface Stage extends AutoCloseable {
  /** The device, in words. */
  String device();

  /** The id of its LUN. */
  String lun();

  /** The control socket of the brick that it is, if it is one. */
  Optional<Path> brick();

  /** Starts an application of the plan and waits until it works. */
  LoadApplication start(int index);

  /** Whether no application is limited. */
  boolean isReleased();

  @Override
  void close();
}

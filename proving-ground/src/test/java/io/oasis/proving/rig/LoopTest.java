package io.oasis.proving.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.distribution.MissingException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A number that another run has taken meanwhile is the other's. */
@Tag("slow")
class LoopTest {
  private static final int SIZE_BYTES = 1 << 20;

  @BeforeEach
  void needs() {
    List<String> missing = LabNeeds.missing();
    assumeTrue(missing.isEmpty(), () -> String.join("; ", missing));
  }

  @Test
  void whatIsPulledLeavesTheOtherItsNumber() throws IOException {
    try (Janitor ours = Janitor.start(1);
        Janitor others = Janitor.start(1)) {
      Loop loop = Loop.attach(ours, file(ours));
      loop.detach();
      Path other = file(others);
      Command.output("losetup", loop.device(), other.toString());

      assertThatThrownBy(loop::attachAgain)
          .isInstanceOf(MissingException.class)
          .hasMessageContaining("its number was taken for " + other);
      loop.detach();

      assertThat(Files.readString(loop.kernels().resolve("loop/backing_file")).strip())
          .isEqualTo(other.toString());
    }
  }

  @Test
  void itComesBackUnderItsNumberAndIsDetachedOnce() throws IOException {
    try (Janitor janitor = Janitor.start(1)) {
      Loop loop = Loop.attach(janitor, file(janitor));
      loop.detach();
      loop.attachAgain();
      assertThat(loop.kernels().resolve("loop")).exists();
      loop.detach();
      loop.detach();
      assertThat(loop.kernels().resolve("loop")).doesNotExist();
    }
  }

  private static Path file(Janitor janitor) throws IOException {
    Path file = janitor.directory().toRealPath().resolve("file");
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(SIZE_BYTES);
    }
    janitor.backing(file);
    return file;
  }
}

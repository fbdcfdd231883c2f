package io.oasis.adapter.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Written;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that what was there before is on the disk before it is needed, whatever tears the file. */
class JournalTest {
  private static final Throttle BEFORE = Throttle.ofEach(5_000, 0, 0, 0);
  private static final Throttle FIRST = Throttle.ofEach(100, 100, 0, 0);
  private static final Throttle SECOND = Throttle.ofEach(200, 200, 0, 0);

  private final Place place =
      new Place("/sys/fs/cgroup/blkio/a b%ü\n", 4_242, new DeviceRef(8, 16, 7));

  @TempDir Path stateDir;

  @Test
  void whatWasForcedIsFoundAgain() throws Exception {
    Journal journal = Journal.open(stateDir);
    journal.announce("cgroup-v1", place, BEFORE, FIRST);
    assertThat(Journal.leftovers(stateDir)).isEmpty();
    journal.force();
    journal.announce("cgroup-v1", place, FIRST, SECOND);
    journal.force();

    assertThat(Journal.leftovers(stateDir))
        .containsExactly(new Entry(1, "cgroup-v1", place, new Written(BEFORE, FIRST, SECOND)));
    journal.restored(place);
    journal.force();
    assertThat(Journal.leftovers(stateDir)).isEmpty();
    journal.close();
    assertThat(stateDir.resolve(Journal.FILE)).doesNotExist();
  }

  @Test
  void aTornLastLineIsIgnoredWhereverItIsTorn() throws Exception {
    Journal journal = Journal.open(stateDir);
    journal.announce("cgroup-v1", place, BEFORE, FIRST);
    journal.force();
    byte[] whole = Files.readAllBytes(stateDir.resolve(Journal.FILE));
    journal.announce("cgroup-v1", place, FIRST, SECOND);
    journal.force();
    byte[] more = Files.readAllBytes(stateDir.resolve(Journal.FILE));

    for (int length = whole.length; length < more.length; length++) {
      Files.write(stateDir.resolve(Journal.FILE), java.util.Arrays.copyOf(more, length));
      assertThat(Journal.leftovers(stateDir).iterator().next().written())
          .as("torn after %d bytes", length)
          .isEqualTo(Written.first(BEFORE, FIRST));
    }
  }

  @Test
  void rubbishLinesAreNotObeyed() throws Exception {
    Journal journal = Journal.open(stateDir);
    journal.announce("cgroup-v1", place, BEFORE, FIRST);
    journal.force();
    Files.writeString(
        stateDir.resolve(Journal.FILE),
        "W x 1 2 3 4\nB 9\nE 12345678901234567890\nhello\n",
        StandardOpenOption.APPEND);

    assertThat(Journal.leftovers(stateDir)).hasSize(1);
  }

  @Test
  void aFileThatIsNoJournalIsRefusedNotOverwritten() throws Exception {
    Files.writeString(stateDir.resolve(Journal.FILE), "precious\n");

    assertThatThrownBy(() -> Journal.leftovers(stateDir)).isInstanceOf(JournalException.class);
    assertThatThrownBy(() -> Journal.open(stateDir)).isInstanceOf(JournalException.class);
    assertThat(stateDir.resolve(Journal.FILE)).hasContent("precious");
  }

  @Test
  void aJournalConsumedBySomebodyElseIsLostAndWritesNoMore() throws Exception {
    Journal journal = Journal.open(stateDir);
    journal.announce("cgroup-v1", place, BEFORE, FIRST);
    journal.force();
    assertThat(journal.lost()).isFalse();
    Journal.consume(stateDir);

    assertThat(journal.lost()).isTrue();
    journal.announce("cgroup-v1", place, FIRST, SECOND);
    assertThatThrownBy(journal::force).isInstanceOf(JournalException.class);
    journal.startOver();
    journal.force();
    assertThat(Journal.leftovers(stateDir)).hasSize(1);
  }

  @Test
  void theHighestVersionOutlivesTheAdapter() throws Exception {
    DomainId domain = new DomainId("disk:wwid:0x1");
    Journal journal = Journal.open(stateDir);
    journal.saw(domain, new Version(4, 10));
    journal.saw(domain, new Version(4, 11));
    journal.saw(domain, new Version(3, 99));

    assertThat(journal.versions()).containsEntry(domain, new Version(4, 11));
    assertThat(Journal.open(stateDir).versions().get(domain).epoch()).isEqualTo(4);
  }

  @Test
  void aConflictIsFoundAgainWithItsTargetAndWithoutOneIfAnEarlierReleaseWroteIt() throws Exception {
    Journal.open(stateDir).conflicts("spdk", Set.of(place));
    assertThat(Journal.contested(stateDir)).isEqualTo(Map.of(place, "spdk"));
    Path file = stateDir.resolve(Journal.CONFLICTS_FILE);
    Files.writeString(file, Files.readString(file).replace(" spdk\n", "\n"));

    assertThat(Journal.contested(stateDir)).isEqualTo(Map.of(place, ""));
    assertThat(Journal.open(stateDir).conflicts()).containsExactly(place);
  }

  @Test
  void aFailedForceTakesNothingBackThatWasOnTheDisk() throws Exception {
    Journal journal = Journal.open(stateDir);
    journal.announce("cgroup-v1", place, BEFORE, FIRST);
    journal.force();
    Optional<Entry> earlier = journal.entry(place);
    Files.delete(stateDir.resolve(Journal.FILE));
    Files.createDirectory(stateDir.resolve(Journal.FILE)); // cannot be written

    journal.announce("cgroup-v1", place, FIRST, SECOND);
    assertThatThrownBy(journal::force).isInstanceOf(JournalException.class);
    journal.retract(place, earlier);
    assertThat(journal.entry(place)).isEqualTo(earlier);
  }
}

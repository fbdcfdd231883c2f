package io.oasis.adapter.targets.qmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Disturbance;
import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.brick.nbd.ClosedLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows on the real qemu-storage-daemon that what passes in 10 s is 0.95 to 1.05 of what is set, at
 * five levels of operations and of bytes, for reads and for writes, all at once; that a step is in
 * force within a second; and that asking again for what is in force lets nothing more pass. Never
 * more passes; less may by the part of the time in which the daemon waited for a processor.
 */
@Tag("slow")
class QmpAccuracyTest {
  private static final long[] IOPS = {50, 200, 500, 1_000, 2_000};
  private static final long[] BYTES = {1 << 20, 2 << 20, 5 << 20, 10 << 20, 20 << 20};
  private static final int SECONDS = 10;
  private static final int DEPTH = 16;
  private static final long SEED = 5;

  private record Case(String node, Part part, long limit, double readPart, int blockBytes) {
    Throttle throttle() {
      return Throttle.NONE.with(part, limit);
    }

    double passed(ClosedLoop.Counts from, ClosedLoop.Counts to) {
      double ios = (to.ios() - from.ios()) * 1e9 / (to.nanos() - from.nanos());
      return part == Part.IOPS ? ios : ios * blockBytes;
    }
  }

  private final List<Case> cases = new ArrayList<>();
  private final List<ClosedLoop> loads = new ArrayList<>();
  private Qemu qemu;
  private QmpTarget target;

  @BeforeEach
  void open() throws Exception {
    Qemu.need("qemu-storage-daemon", "qemu-system-common");
    for (double readPart : new double[] {1, 0}) {
      for (int level = 0; level < IOPS.length; level++) {
        cases.add(new Case("n" + cases.size(), Part.IOPS, IOPS[level], readPart, 4_096));
        cases.add(new Case("n" + cases.size(), Part.BYTES, BYTES[level], readPart, 65_536));
      }
    }
    List<String> options = new ArrayList<>();
    for (Case one : cases) {
      String node = one.node();
      options.addAll(List.of("--object", "throttle-group,id=g-" + node));
      options.addAll(List.of("--blockdev", "null-co,node-name=d-" + node + ",size=67108864"));
      options.addAll(
          List.of(
              "--blockdev",
              "throttle,node-name=%s,throttle-group=g-%1$s,file=d-%1$s".formatted(node)));
      options.addAll(
          List.of("--export", "nbd,id=e-%s,name=%1$s,node-name=%1$s,writable=on".formatted(node)));
    }
    qemu = Qemu.storageDaemon(options.toArray(String[]::new));
    target = new QmpTarget(List.of(qemu.monitor()), _ -> Optional.empty());
    for (Case one : cases) {
      target.apply(place(one), Throttle.NONE, one.throttle());
      loads.add(
          ClosedLoop.start(
              qemu.nbd(),
              one.node(),
              new ClosedLoop.Load(true, one.readPart(), one.blockBytes(), DEPTH, 0),
              new SplittableRandom(SEED)));
    }
  }

  @AfterEach
  void close() throws Exception {
    for (ClosedLoop load : loads) {
      load.close();
    }
    if (qemu != null) {
      qemu.close();
    }
  }

  private Place place(Case one) throws Exception {
    return QmpTarget.node(qemu.monitor(), one.node());
  }

  @Test
  void passesWhatIsSetAndFollowsAStep() throws Exception {
    Eventually.pass(Duration.ofSeconds(1));
    Disturbance disturbance = Disturbance.of(qemu.process().toHandle());
    List<ClosedLoop.Counts> from = loads.stream().map(ClosedLoop::counts).toList();
    Place again = place(cases.getFirst());
    for (int i = 0; i < 5 * SECONDS; i++) {
      target.apply(again, Throttle.NONE, cases.getFirst().throttle());
      Eventually.pass(Duration.ofMillis(200));
    }
    List<ClosedLoop.Counts> to = loads.stream().map(ClosedLoop::counts).toList();
    for (Case one : cases) {
      target.apply(place(one), one.throttle(), Throttle.NONE.with(one.part(), 2 * one.limit()));
    }
    Eventually.pass(Duration.ofSeconds(1));
    List<ClosedLoop.Counts> stepped = loads.stream().map(ClosedLoop::counts).toList();
    Eventually.pass(Duration.ofSeconds(2));
    double disturbed = disturbance.part();
    System.out.printf(Locale.ROOT, "the daemon waited %.3f of the time%n", disturbed);

    for (int i = 0; i < cases.size(); i++) {
      Case one = cases.get(i);
      double achieved = one.passed(from.get(i), to.get(i)) / one.limit();
      double after = one.passed(stepped.get(i), loads.get(i).counts()) / (2 * one.limit());
      System.out.printf(
          Locale.ROOT,
          "%s %s set %d: %.3f of it passed; doubled: %.3f%n",
          one.readPart() == 1 ? "reads" : "writes",
          one.part(),
          one.limit(),
          achieved,
          after);
      assertThat(loads.get(i).failure()).isEmpty();
      assertThat(achieved).as("%s", one).isBetween(0.95 - disturbed, 1.05);
      assertThat(after).as("%s doubled", one).isBetween(0.9 - disturbed, 1.1);
    }
  }
}

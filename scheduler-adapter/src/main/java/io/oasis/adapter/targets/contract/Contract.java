package io.oasis.adapter.targets.contract;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.Written;
import java.util.List;
import java.util.Objects;

/** The contract of {@link Target}, one check for each sentence of it; each needs a fresh lab. */
public final class Contract {
  /** One sentence. */
  public record Check(String name, Body body) {
    /** Throws an {@link AssertionError} that says what differs. */
    public void run(TargetLab lab) throws Exception {
      body.run(new Contract(lab));
    }
  }

  /** What a check does. */
  public interface Body {
    void run(Contract contract) throws Exception;
  }

  private static final long BLOCK_BYTES = 4_096;

  /** More than any check asks for. */
  private static final long STEPS = 10_000;

  private final TargetLab lab;
  private final Target target;
  private final Place place;
  private final List<Part> parts;
  private final Part first;
  private final Part last;

  /** All parts that the target can hold, with a value each. */
  private final Throttle full;

  private Contract(TargetLab lab) throws Exception {
    this.lab = lab;
    target = lab.target();
    place = lab.place("a");
    parts = target.parts();
    first = parts.getFirst();
    last = parts.getLast();
    Throttle all = Throttle.NONE;
    for (Part part : parts) {
      all = set(all, part, 1_000 * (1 + parts.indexOf(part)));
    }
    full = all;
  }

  /** All of them. */
  public static List<Check> checks() {
    return List.of(
        new Check("it can be written here", Contract::canBeWritten),
        new Check("it holds nothing where nobody wrote", Contract::holdsNothingAtFirst),
        new Check("it reads back what was applied", Contract::readsBack),
        new Check("each part can be applied alone and taken back", Contract::appliesEachPart),
        new Check("it touches only the parts that differ", Contract::touchesOnlyWhatDiffers),
        new Check("it touches no other device and no other group", Contract::touchesNoOther),
        new Check("a release puts back what was there before", Contract::releasePutsBack),
        new Check("releasing twice is as releasing once", Contract::releaseTwice),
        new Check("a release knows both values a crash may have left", Contract::releaseAfterCrash),
        new Check("a release leaves what somebody else wrote", Contract::releaseLeavesForeign),
        new Check("a group made anew is another place", Contract::groupMadeAnew),
        new Check("another device gets nothing restored and loses ours", Contract::otherDevice),
        new Check("it counts what passes", Contract::countsWhatPasses));
  }

  private Throttle set(Throttle throttle, Part part, long steps) {
    return throttle.with(part, value(part, steps));
  }

  /** A value that the target can hold: so many of ten thousand steps. */
  private long value(Part part, long steps) {
    long most = target.most(part) / target.step(part);
    long held = most < STEPS ? Math.max(1, steps * most / STEPS) : steps;
    return held * target.step(part);
  }

  private static void expect(String what, Object found, Object wanted) {
    if (!Objects.equals(found, wanted)) {
      throw new AssertionError("%s: found %s, expected %s".formatted(what, found, wanted));
    }
  }

  private void canBeWritten() {
    expect("obstacle", target.obstacle(), java.util.Optional.empty());
    expect("presence", target.presence(place), Presence.SAME);
  }

  private void holdsNothingAtFirst() throws Exception {
    expect("limits", target.read(place), Throttle.NONE);
    expect("is discovered", target.discover().contains(place), false);
  }

  private void readsBack() throws Exception {
    target.apply(place, Throttle.NONE, full);
    expect("limits", target.read(place), full);
    expect("is discovered", target.discover().contains(place), true);
  }

  private void appliesEachPart() throws Exception {
    for (Part part : parts) {
      Throttle one = set(Throttle.NONE, part, 1_234);
      target.apply(place, Throttle.NONE, one);
      expect("limits", target.read(place), one);
      target.apply(place, one, Throttle.NONE);
      expect("limits", target.read(place), Throttle.NONE);
    }
  }

  private void touchesOnlyWhatDiffers() throws Exception {
    if (parts.size() == 1) {
      throw new CannotException("there is one part only");
    }
    target.apply(place, Throttle.NONE, full);
    lab.foreignWrite(place, last, value(last, 3_000));
    target.apply(place, full, set(full, first, 77));
    expect("limits", target.read(place), set(set(full, first, 77), last, 3_000));
  }

  private void touchesNoOther() throws Exception {
    Place otherDevice = lab.onOtherDevice(place);
    Place otherGroup = lab.place("b");
    target.apply(otherDevice, Throttle.NONE, set(full, first, 5));
    target.apply(place, Throttle.NONE, full);
    target.apply(place, full, Throttle.NONE);
    expect("limits of the other device", target.read(otherDevice), set(full, first, 5));
    expect("limits of the other group", target.read(otherGroup), Throttle.NONE);
  }

  private void releasePutsBack() throws Exception {
    lab.foreignWrite(place, first, value(first, 5_000));
    Throttle before = target.read(place);
    target.apply(place, before, full);
    expect("foreign", target.release(place, Written.first(before, full)), List.of());
    expect("limits", target.read(place), set(Throttle.NONE, first, 5_000));
  }

  private void releaseTwice() throws Exception {
    target.apply(place, Throttle.NONE, full);
    Written written = Written.first(Throttle.NONE, full);
    target.release(place, written);
    target.release(place, written);
    expect("limits", target.read(place), Throttle.NONE);
  }

  private void releaseAfterCrash() throws Exception {
    Throttle second = set(full, first, 333);
    target.apply(place, Throttle.NONE, full); // the second was announced and not written
    target.release(place, Written.first(Throttle.NONE, full).then(second));
    expect("limits", target.read(place), Throttle.NONE);
  }

  private void releaseLeavesForeign() throws Exception {
    target.apply(place, Throttle.NONE, full);
    lab.foreignWrite(place, last, value(last, 1_999));
    expect("foreign", target.release(place, Written.first(Throttle.NONE, full)), List.of(last));
    expect("limits", target.read(place), set(Throttle.NONE, last, 1_999));
  }

  private void groupMadeAnew() throws Exception {
    target.apply(place, Throttle.NONE, full);
    Place fresh = lab.recreateGroup(place);
    target.apply(fresh, Throttle.NONE, full); // the same values, by chance
    expect("presence", target.presence(place), Presence.GROUP_GONE);
    expectRefused(Throttle.NONE);
    target.release(place, Written.first(set(Throttle.NONE, first, 9), full));
    expect("limits of the new group", target.read(fresh), full);
  }

  private void otherDevice() throws Exception {
    Throttle before = set(Throttle.NONE, first, 5_000);
    target.apply(place, Throttle.NONE, before);
    target.apply(place, before, full);
    Place changed = lab.changeDevice(place);
    expect("presence", target.presence(place), lab.afterChange());
    expectRefused(before);
    target.release(place, Written.first(before, full));
    expect("limits of the new device", target.read(changed), Throttle.NONE);
  }

  private void expectRefused(Throttle current) {
    try {
      target.apply(place, current, full.with(first, value(first, 1)));
    } catch (TargetException e) {
      return;
    }
    throw new AssertionError("a place that is not the same any more was written to");
  }

  private void countsWhatPasses() throws Exception {
    int blocks = 50;
    target.apply(place, Throttle.NONE, set(Throttle.NONE, first, 9_000));
    Counters before = target.observe(place);
    lab.read(place, blocks);
    Counters after = target.observe(place);
    expect("reads", after.readIos() - before.readIos(), (long) blocks);
    expect("bytes read", after.readBytes() - before.readBytes(), blocks * BLOCK_BYTES);
    expect("writes", after.writeIos(), before.writeIos());
  }
}

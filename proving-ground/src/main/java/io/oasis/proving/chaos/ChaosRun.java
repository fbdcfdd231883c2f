package io.oasis.proving.chaos;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import io.oasis.protocol.DomainId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One run: takeovers, then scene after scene until the time is over, then the reckoning. */
final class ChaosRun implements AutoCloseable {
  /** From the start of a loaded machine, and from any scene, to limits in force. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** A commit of the manager takes longer. */
  private static final Duration QUICK = Duration.ofMillis(5);

  /** Nobody decided for so long: there is no control. */
  private static final Duration FRESH = Duration.ofMillis(2_500);

  /** As long as a killed manager stays away in the first scene. */
  private static final Duration AWAY = Duration.ofSeconds(12);

  /** A manager shows what is committed a moment later, or, when it is cut off, never. */
  private static final Duration AGREEMENT = Duration.ofSeconds(15);

  /**
   * What to do.
   *
   * @param minutes scenes begin for so long
   * @param whole and until each trouble has come
   * @param takeovers before them
   * @param logs where the services' logs are kept when it is over
   */
  record Plan(
      double minutes,
      boolean whole,
      int takeovers,
      long seed,
      Duration lease,
      Script.Pace pace,
      Path disk,
      Optional<Path> logs) {}

  private final Plan plan;
  private final Consumer<String> say;
  private final ChaosSite site;
  private final LimitWatch limits;
  private final Recorder recorder;
  private final ControlWatch control;
  private final Troublemaker troublemaker;
  private final SortedMap<String, Integer> tried = new TreeMap<>();
  private final List<String> lost = new ArrayList<>();
  private final List<String> notRecovered = new ArrayList<>();
  private final List<String> died = new ArrayList<>();
  private volatile String scene = "the start";
  private int scenes;

  private ChaosRun(Plan plan, Consumer<String> say) {
    this.plan = plan;
    this.say = say;
    this.site = ChaosSite.build(plan.disk(), plan.lease());
    this.limits = new LimitWatch(site, plan.lease());
    this.recorder = new Recorder(site.services(), limits::word);
    this.control = new ControlWatch(site, () -> scene);
    this.troublemaker = new Troublemaker(site, recorder);
  }

  /**
   * @param say is told what goes on
   */
  static ChaosReport run(Plan plan, Consumer<String> say) {
    say.accept("building the device and starting the services");
    try (ChaosRun run = new ChaosRun(plan, say)) {
      return run.run();
    }
  }

  private ChaosReport run() {
    Wait.until(PATIENCE, () -> control.domain().isPresent());
    recorder.follow(
        control
            .domain()
            .orElseThrow(() -> new MissingException("no manager knows the device: " + site.lun())));
    awaitFirstLimit();
    control.begin();
    List<Double> takeovers = new ArrayList<>();
    List<String> released = new ArrayList<>();
    for (int i = 0; i < plan.takeovers(); i++) {
      takeovers.add(takeover());
      recover();
      List<String> releases = recorder.releases();
      if (limits.wasFree() || !releases.isEmpty()) {
        String why = releases.isEmpty() ? "nobody said why" : String.join("; ", releases);
        released.add("in takeover %d: %s".formatted(i + 1, why));
        say.accept("  a limit was gone " + released.getLast() + recorder.events());
      }
    }
    Script script = new Script(new SplittableRandom(plan.seed()), plan.lease(), plan.pace());
    long end = System.nanoTime() + (long) (plan.minutes() * 60e9);
    while (System.nanoTime() - end < 0 || (plan.whole() && !script.hasDealtAll())) {
      play(script.next());
      recover();
    }
    List<String> differences = differences();
    recorder.undecided().forEach(v -> lost.add("in force, and decided by nobody: " + v));
    return new ChaosReport(
        new ChaosReport.Course(plan.seed(), plan.minutes(), plan.lease().toMillis(), scenes, tried),
        new ChaosReport.Takeovers(takeovers, released),
        ChaosReport.Without.of(control.longest()),
        limits.longestBeyondLease().toMillis() / 1e3,
        new ChaosReport.Losses(lost, notRecovered, died, differences),
        limits.wasForged());
  }

  /**
   * And no longer: the first takeover comes when a limit is in force and what it was computed from
   * may not be committed.
   */
  private void awaitFirstLimit() {
    boolean began =
        Wait.until(PATIENCE, () -> Trouble.MANAGER_NAMES.stream().allMatch(site::isHealthy))
            && Wait.until(PATIENCE, this::enforces)
            && Wait.until(PATIENCE, QUICK, () -> !site.limits(ChaosSite.DEEP).isEmpty());
    if (!began) {
      throw new MissingException("control never began: " + missing(false));
    }
  }

  /** Kills the manager that decides; seconds until the other one does. */
  private double takeover() {
    ControlWatch.View before = control.newest().orElseThrow();
    Trouble trouble = new Trouble(Trouble.Kind.KILL, before.manager());
    scene("takeover, " + trouble);
    limits.watchFreedom();
    recorder.beginTakeover();
    long killed = System.nanoTime();
    begin(trouble);
    BooleanSupplier succeeded =
        () -> control.newest().filter(now -> now.epoch() > before.epoch()).isPresent();
    Wait.until(PATIENCE, succeeded);
    double seconds = (System.nanoTime() - killed) / 1e9;
    say.accept(String.format(Locale.ROOT, "  taken over after %.1f s", seconds));
    Wait.pause(AWAY.minusMillis((long) Math.min(AWAY.toMillis(), seconds * 1e3)));
    end(trouble);
    return seconds;
  }

  private void play(List<Script.Cue> cues) {
    scene(
        cues.stream()
            .filter(Script.Cue::begins)
            .map(cue -> cue.trouble().toString())
            .collect(Collectors.joining(", ")));
    long start = System.nanoTime();
    for (Script.Cue cue : cues) {
      long early = start + cue.at().toNanos() - System.nanoTime();
      if (early > 0 && !Wait.pause(Duration.ofNanos(early))) {
        throw new MissingException("stopped");
      }
      if (cue.begins()) {
        begin(cue.trouble());
      } else {
        end(cue.trouble());
      }
    }
  }

  private void begin(Trouble trouble) {
    tried.merge(trouble.toString(), 1, Integer::sum);
    limits.begin(trouble);
    troublemaker.begin(trouble);
  }

  private void end(Trouble trouble) {
    troublemaker.end(trouble);
    limits.end(trouble);
    trouble.victims().forEach(this::noteReturn);
  }

  /** When a broker that was away answers again, the adapter has to find it. */
  private void noteReturn(String victim) {
    if (victim.equals(Trouble.BROKER)) {
      var _ =
          Thread.ofVirtual()
              .name("broker-returns")
              .start(
                  () -> {
                    if (Wait.until(PATIENCE, site.services()::brokerAnswers)) {
                      limits.finding();
                    }
                  });
    }
  }

  private void scene(String what) {
    scene = what;
    say.accept("scene %d: %s".formatted(++scenes, what));
  }

  /** Waits until all of it works again; notes what does not. */
  private void recover() {
    long start = System.nanoTime();
    boolean recovered = Wait.until(PATIENCE, () -> missing(true).isEmpty());
    if (!recovered) {
      for (String what : missing(false)) {
        notRecovered.add("after " + scene + ": " + what);
        say.accept("  " + what);
      }
      recorder.unanswered().forEach(q -> lost.add("after " + scene + ": no answer for " + q));
    }
    say.accept(
        "  %s after %.1f s; longest beyond its lease so far %.1f s"
            .formatted(
                recovered ? "recovered" : "NOT recovered",
                (System.nanoTime() - start) / 1e9,
                limits.longestBeyondLease().toMillis() / 1e3));
  }

  /**
   * What does not work.
   *
   * @param mend whether to start again what died, and to repeat the operator's word, as somebody
   *     would
   */
  private List<String> missing(boolean mend) {
    List<String> missing = new ArrayList<>();
    if (mend) {
      for (String name : troublemaker.reviveOthers()) {
        died.add(name + " during " + scene);
        noteReturn(name);
      }
    }
    if (control.silence().compareTo(FRESH) > 0) {
      missing.add("no manager decides");
    }
    if (!isEnforced()) {
      missing.add("nothing is enforced: " + control.mode());
      if (mend) {
        control.enforce();
      }
    }
    for (String manager : Trouble.MANAGER_NAMES) {
      if (!site.isHealthy(manager)) {
        missing.add(manager + " is not well");
      }
    }
    if (recorder.adapterSilence().compareTo(FRESH) > 0) {
      missing.add("the adapter is silent");
    }
    if (site.limits(ChaosSite.DEEP).isEmpty()) {
      missing.add("the deeper application is not limited");
    }
    recorder.unanswered().forEach(queue -> missing.add("a setting is open: " + queue));
    return missing;
  }

  /** Repeats the operator's word until it is heard. */
  private boolean enforces() {
    if (!isEnforced()) {
      control.enforce();
    }
    return isEnforced();
  }

  private boolean isEnforced() {
    return control.newest().filter(now -> now.mode().equals("ENFORCE")).isPresent();
  }

  private List<String> differences() {
    DomainId domain = new DomainId(control.domain().orElseThrow());
    List<String> differences = new ArrayList<>();
    Wait.until(
        AGREEMENT,
        () -> {
          differences.clear();
          differences.addAll(LogReplay.differences(site.services(), domain, control.shown()));
          return differences.isEmpty();
        });
    return differences;
  }

  @Override
  public void close() {
    control.close();
    recorder.close();
    limits.close();
    plan.logs().ifPresent(site::keepLogs);
    site.close();
  }
}

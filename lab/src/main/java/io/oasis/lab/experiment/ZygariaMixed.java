package io.oasis.lab.experiment;

import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.PoolTerms;
import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Client;
import io.oasis.lab.host.Stage;
import io.oasis.lab.sim.Chance;
import java.util.ArrayList;
import java.util.List;

/** Housekeeping, media and bursts of transactions on one disk. */
final class ZygariaMixed implements Experiment {
  /** "One 1000-second run". */
  private static final int SECONDS = 1_000;

  private static final int WINDOW_SECONDS = 20;
  private static final double UNIT = ZygariaDisk.RESERVABLE / 100;
  private static final String BACKGROUND = "background";
  private static final String MEDIA = "media";
  private static final int MEDIA_STREAMS = 3;

  /** Above the reserve of 10 % of a stream and below its part of the limit of 35 %. */
  private static final double MEDIA_IOPS = 10.8 * UNIT;

  private static final int MEDIA_BYTES = 32 << 10;

  /** It is to take what its limit lets through. */
  private static final double BACKGROUND_IOPS = 25 * UNIT;

  /**
   * What periodic streams have outstanding. With ten I/Os at a disk of 112 a second each takes 90
   * ms in the mean, so with one, as the paper's had, a media stream cannot read its reserve of 11 a
   * second, nor can background take its limit of 28.
   */
  private static final int PERIODIC_OUTSTANDING = 4;

  /** Bursts that may be under way in a pool of 30 %, each with a reserve of 10 %. */
  private static final int BURSTS = 3;

  private static final int POOLS = 2;
  private static final double BURST_IOPS = 30;
  private static final double BURST_SECONDS = 10;

  /** So all ask for 100 of 112 IOPS, 36 of them bursts: "almost enough to saturate the disk". */
  private static final double PAUSE_SECONDS = 40;

  @Override
  public Outline outline() {
    return Outline.of(
            "zygaria-mixed",
            "Zygaria, Figure 6",
            "A background pool (10 to 25 %: random 1 KiB reads at 28/s), a media pool (30 to 35 %:"
                + " three streams of 32 KiB at 12.1/s), both with at most four outstanding and"
                + " without making up for what could not be issued, two transaction pools (30 % and"
                + " no limit: bursts of 30 random reads a second, each 10 s long in the mean, at"
                + " most three at a time, none in the last 20 s); percents of 112 IOPS; 1,000 s in"
                + " windows of 20 s.")
        .under(ZygariaDisk.ZYGARIA)
        .beside(Control.BEST_EFFORT);
  }

  @Override
  public RunResult run(String control, long seed) {
    List<PoolTerms> pools = new ArrayList<>();
    pools.add(new PoolTerms(BACKGROUND, 10 * UNIT, 25 * UNIT));
    pools.add(new PoolTerms(MEDIA, 30 * UNIT, 35 * UNIT));
    for (int pool = 0; pool < POOLS; pool++) {
      pools.add(new PoolTerms("transactions" + pool, 30 * UNIT, 0));
    }
    DisciplineSpec spec = ZygariaDisk.spec(control).withPools(pools, ZygariaDisk.RESERVABLE);
    BrickRun run = new BrickRun(spec, ZygariaDisk.device(), seed);
    Client background =
        run.open(BACKGROUND, terms(BACKGROUND, 10), reads(periodic(BACKGROUND_IOPS)));
    List<Client> media = new ArrayList<>();
    for (int i = 0; i < MEDIA_STREAMS; i++) {
      media.add(run.open(MEDIA + i, terms(MEDIA, 10), stream(i)));
    }
    List<Client> transactions = new ArrayList<>();
    for (int i = 0; i < POOLS * BURSTS; i++) {
      String pool = "transactions" + i % POOLS;
      transactions.add(run.open("burst" + i, terms(pool, 10), 1, bursts(seed, i)));
    }
    run.runUntil(SECONDS);
    return measured(background, media, transactions);
  }

  private static Terms terms(String pool, double percent) {
    return ZygariaDisk.terms(percent * UNIT, 0).withPool(pool);
  }

  private static Stage reads(Stage.Arrival arrival) {
    return Stage.random(arrival).sized(ZygariaDisk.READ_BYTES).within(0, ZygariaDisk.part(1));
  }

  private static Stage.Arrival periodic(double iops) {
    return new Stage.Arrival.Periodic(iops, PERIODIC_OUTSTANDING);
  }

  private static Stage stream(int index) {
    long span = ZygariaDisk.part(1.0 / MEDIA_STREAMS) / MEDIA_BYTES * MEDIA_BYTES;
    return Stage.random(periodic(MEDIA_IOPS))
        .sized(MEDIA_BYTES)
        .sequentially(1)
        .within(index * span, span);
  }

  private static List<Stage> bursts(long seed, int index) {
    Chance chance = new Chance(seed, "bursts " + index);
    List<Stage> stages = new ArrayList<>();
    Stage burst = reads(new Stage.Arrival.Open(BURST_IOPS, true, Integer.MAX_VALUE));
    Stage pause = reads(new Stage.Arrival.Idle());
    double end = SECONDS - WINDOW_SECONDS; // what is asked for last must have time to be done
    double seconds = chance.exponential(PAUSE_SECONDS);
    double quiet = seconds;
    while (seconds < end) {
      double busy = StrictMath.min(chance.exponential(BURST_SECONDS), end - seconds);
      stages.add(pause.lasting(quiet));
      stages.add(burst.lasting(busy));
      quiet = chance.exponential(PAUSE_SECONDS);
      seconds += busy + quiet;
    }
    stages.add(pause);
    return stages;
  }

  private static RunResult measured(
      Client background, List<Client> media, List<Client> transactions) {
    Measures measures = new Measures();
    for (int at = 0; at + WINDOW_SECONDS <= SECONDS; at += WINDOW_SECONDS) {
      int end = at + WINDOW_SECONDS;
      measures.least("backgroundOfReserve", BrickRun.iops(background, at, end) / (10 * UNIT));
      for (Client stream : media) {
        measures.least("mediaOfReserve", BrickRun.iops(stream, at, end) / (10 * UNIT));
      }
    }
    measures.add("background", BrickRun.iops(background, 0, SECONDS));
    double latest = 0;
    for (Client stream : media) {
      double[] latencies = BrickRun.latenciesMillis(stream, 0, SECONDS);
      latest = StrictMath.max(latest, Latencies.percentile(latencies, 0.99));
    }
    measures.add("mediaP99Millis", latest);
    measure(measures, transactions);
    measures.plot(BrickRun.curve(background, "iops", SECONDS));
    measures.plot(BrickRun.curve(media.getFirst(), "iops", SECONDS));
    measures.plot(BrickRun.curve(transactions.getFirst(), "iops", SECONDS));
    return measures.result();
  }

  private static void measure(Measures measures, List<Client> transactions) {
    double done = 0;
    double issued = 0;
    double worst = 0;
    for (Client burst : transactions) {
      done += burst.completed().count();
      issued += burst.arrivals();
      double[] latencies = BrickRun.latenciesMillis(burst, 0, SECONDS);
      worst = StrictMath.max(worst, Latencies.percentile(latencies, 0.99));
    }
    measures.add("transactions", done);
    measures.add("transactionsDone", done / issued);
    measures.add("transactionsP99Millis", worst);
    for (int second = 0; second < SECONDS; second++) {
      double rate = 0;
      for (Client burst : transactions) {
        rate += BrickRun.iops(burst, second, second + 1);
      }
      measures.most("transactionsPeak", rate);
    }
  }

  @Override
  public List<Bar> bars(String policy) {
    return List.of(
        Bar.atLeast("mediaOfReserve", 1),
        Bar.atLeast("backgroundOfReserve", 1),
        Bar.atLeast("transactionsDone", 0.99));
  }
}

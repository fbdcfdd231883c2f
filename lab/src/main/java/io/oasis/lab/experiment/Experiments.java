package io.oasis.lab.experiment;

import java.util.List;
import java.util.Optional;

/** The experiments there are, in the order of the report. */
public final class Experiments {
  private static final List<Experiment> ALL =
      List.of(
          new CompetingBandwidth(),
          new Responsiveness(),
          new CompetingCache(),
          new Database(),
          new ClosedLoopStarvation(),
          new CensoredDemand(),
          new IdleReclaim(),
          new CapacityDrop(),
          new PassingLulls(),
          new NoisyBackground(),
          new DoNoHarm(),
          new Receipts(),
          new ZygariaReserves(),
          new ZygariaTransient(),
          new ZygariaOverhead(),
          new ZygariaStreams(),
          new ZygariaMixed(),
          new StudyShares(),
          new StudyLatency(),
          new StudyInterference(StudyInterference.Kind.PREDICTABILITY),
          new StudyInterference(StudyInterference.Kind.SEEK),
          new TenThousandQueues(),
          new AccessSize(),
          new Insulation(Insulation.Kind.AMORTIZATION),
          new Insulation(Insulation.Kind.CACHE),
          new Insulation(Insulation.Kind.QUANTA),
          new Insulation(Insulation.Kind.MIXED),
          new Insulation(Insulation.Kind.FOUR),
          new Insulation(Insulation.Kind.MACRO),
          new Insulation(Insulation.Kind.WRITES),
          new ResponseTimes(ResponseTimes.Kind.STREAMS),
          new ResponseTimes(ResponseTimes.Kind.MIX),
          new InsulationSweep(InsulationSweep.Kind.ACCESS),
          new InsulationSweep(InsulationSweep.Kind.QUANTUM),
          new CoscheduleSolve(),
          new CoscheduleSearch(CoscheduleSearch.Kind.RELAXED),
          new CoscheduleSearch(CoscheduleSearch.Kind.PARALLEL),
          new Coscheduling(Coscheduling.Kind.SERVERS),
          new Coscheduling(Coscheduling.Kind.WORKLOADS),
          new Coscheduling(Coscheduling.Kind.ALL),
          new Faults(Faults.Kind.MESSAGES),
          new Faults(Faults.Kind.CRASHES),
          new Faults(Faults.Kind.PARTITIONS),
          new Faults(Faults.Kind.CLOCKS),
          new Faults(Faults.Kind.EVERYTHING));

  private Experiments() {}

  public static List<Experiment> all() {
    return ALL;
  }

  public static Optional<Experiment> named(String name) {
    return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst();
  }
}

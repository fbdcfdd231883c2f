package io.oasis.borders;

import java.util.List;

/**
 * A part whose decisions depend on state, input and the time they are given.
 *
 * @param module whose packages all belong to it; empty where it is a part of one
 * @param packages all of them, none by a pattern: a new one is added here, or the test fails
 */
record Core(String name, String module, List<String> packages) {
  static final List<Core> ALL =
      List.of(
          new Core("protocol", "protocol", List.of("io.oasis.protocol")),
          new Core(
              "manager",
              "storage-manager/core",
              List.of(
                  "io.oasis.manager.core",
                  "io.oasis.manager.core.cache",
                  "io.oasis.manager.core.capacity",
                  "io.oasis.manager.core.contract",
                  "io.oasis.manager.core.decide",
                  "io.oasis.manager.core.explain",
                  "io.oasis.manager.core.harm",
                  "io.oasis.manager.core.hear",
                  "io.oasis.manager.core.law",
                  "io.oasis.manager.core.partition",
                  "io.oasis.manager.core.policy",
                  "io.oasis.manager.core.push",
                  "io.oasis.manager.core.receipt",
                  "io.oasis.manager.core.settle",
                  "io.oasis.manager.core.verify")),
          new Core(
              "planners",
              "storage-manager/planners",
              List.of(
                  "io.oasis.manager.planners.cache",
                  "io.oasis.manager.planners.coschedule",
                  "io.oasis.manager.planners.insulation")),
          new Core(
              "agent",
              "",
              List.of(
                  "io.oasis.agent.analyse",
                  "io.oasis.agent.latency",
                  "io.oasis.agent.request",
                  "io.oasis.agent.sample")),
          new Core("adapter", "", List.of("io.oasis.adapter.lease", "io.oasis.adapter.plan")),
          new Core("brick", "", List.of("io.oasis.brick.discipline", "io.oasis.brick.mrc")));

  @Override
  public String toString() {
    return name;
  }
}

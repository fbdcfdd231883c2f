package io.oasis.borders;

import java.util.List;

/**
 * A part whose decisions depend on state, input and the time they are given.
 *
 * @param module where its packages are
 * @param packages all of them, none by a pattern
 * @param others the module's packages that are not pure; a new one is added here or there, or the
 *     test fails
 */
record Core(String name, String module, List<String> packages, List<String> others) {
  static final List<Core> ALL =
      List.of(
          new Core("protocol", "protocol", List.of("io.oasis.protocol"), List.of()),
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
                  "io.oasis.manager.core.space",
                  "io.oasis.manager.core.verify"),
              List.of()),
          new Core(
              "planners",
              "storage-manager/planners",
              List.of(
                  "io.oasis.manager.planners.cache",
                  "io.oasis.manager.planners.coschedule",
                  "io.oasis.manager.planners.insulation"),
              List.of()),
          new Core(
              "agent",
              "app-endpoint-agent",
              List.of(
                  "io.oasis.agent.analyse",
                  "io.oasis.agent.latency",
                  "io.oasis.agent.request",
                  "io.oasis.agent.sample"),
              List.of("io.oasis.agent")),
          new Core(
              "adapter",
              "scheduler-adapter",
              List.of("io.oasis.adapter.lease", "io.oasis.adapter.plan"),
              List.of(
                  "io.oasis.adapter",
                  "io.oasis.adapter.doctor",
                  "io.oasis.adapter.faults",
                  "io.oasis.adapter.journal",
                  "io.oasis.adapter.shell",
                  "io.oasis.adapter.targets",
                  "io.oasis.adapter.targets.contract",
                  "io.oasis.adapter.targets.qmp",
                  "io.oasis.adapter.targets.spdk")),
          new Core(
              "brick",
              "brick",
              List.of("io.oasis.brick.discipline", "io.oasis.brick.mrc"),
              List.of(
                  "io.oasis.brick",
                  "io.oasis.brick.cache",
                  "io.oasis.brick.control",
                  "io.oasis.brick.device",
                  "io.oasis.brick.engine",
                  "io.oasis.brick.nbd",
                  "io.oasis.brick.os",
                  "io.oasis.brick.stats",
                  "io.oasis.brick.stream",
                  "io.oasis.brick.volume")));

  @Override
  public String toString() {
    return name;
  }
}

package io.oasis.proving.drill;

/** Something that must not work. */
sealed interface Attack
    permits RestAttack,
        HostAttack,
        BrokerAttack,
        RecordAttack,
        CrowdAttack,
        EchoAttack,
        SettingAttack,
        RivalAttack,
        BrickAttack,
        FileAttack,
        TrapAttack,
        SocketAttack {
  /** What is tried, as {@code door: what}. */
  String name();

  /** Tries it. */
  Verdict attempt(Site site);

  /**
   * What came of it.
   *
   * @param by what refused it, or what shows that it worked
   */
  record Verdict(boolean refused, String by) {}
}

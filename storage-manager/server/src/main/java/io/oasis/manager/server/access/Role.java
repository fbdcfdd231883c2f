package io.oasis.manager.server.access;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** What a caller may do; each may do what those before it may. */
public enum Role {
  /** Reads everything. */
  VIEWER,
  /** Changes modes and guard rails. */
  OPERATOR,
  /**
   * Also changes what keeps Oasis from doing harm: policy, harm rail, which LUNs are in a domain.
   */
  ADMIN;

  /** As it is written in token files, claims and answers. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Role> of(String word) {
    return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
  }

  /** As Spring knows it: this role and those it includes. */
  List<GrantedAuthority> authorities() {
    return Arrays.stream(values())
        .filter(role -> role.compareTo(this) <= 0)
        .<GrantedAuthority>map(role -> new SimpleGrantedAuthority("ROLE_" + role.name()))
        .toList();
  }

  /** The most that a caller may do; empty: nothing. */
  static Optional<Role> of(Authentication caller) {
    return Arrays.stream(values()).filter(role -> role.isOf(caller)).reduce((_, higher) -> higher);
  }

  public boolean isOf(Authentication caller) {
    return caller.getAuthorities().stream()
        .anyMatch(each -> ("ROLE_" + name()).equals(each.getAuthority()));
  }
}

package io.oasis.distribution.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Who listens on a port of this host, as the kernel says in {@code /proc/net/tcp}. */
public final class Listeners {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  /** The state of a socket that listens. */
  private static final String LISTEN = "0A";

  private static final int ADDRESS_COLUMN = 1;
  private static final int STATE_COLUMN = 3;
  private static final int USER_COLUMN = 7;

  private Listeners() {}

  /** The ids of the users whose sockets listen on a TCP port. */
  public static Set<Integer> usersOf(int port) throws IOException {
    Set<Integer> users = new TreeSet<>();
    for (Path table : TABLES) {
      if (Files.exists(table)) {
        try (Stream<String> lines = Files.lines(table)) {
          lines
              .map(line -> line.strip().split("\\s+"))
              .filter(row -> row.length > USER_COLUMN && row[STATE_COLUMN].equals(LISTEN))
              .filter(row -> portOf(row[ADDRESS_COLUMN]) == port)
              .forEach(row -> users.add(Integer.parseInt(row[USER_COLUMN])));
        }
      }
    }
    return users;
  }

  private static int portOf(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
  }
}

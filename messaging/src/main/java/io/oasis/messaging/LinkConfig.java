package io.oasis.messaging;

/**
 * How a service reaches the broker.
 *
 * @param bootstrap {@code host:port}, several separated by commas
 * @param clientId names the service to the broker and as the reader of a dead letter
 * @param partitions of a topic that has to be created, 1 to 1,000
 * @param replication of a topic that has to be created, 1 to 15
 * @param sendBufferBytes what may wait to be sent before messages are dropped, 64 KiB to 1 GiB
 */
public record LinkConfig(
    String bootstrap, String clientId, int partitions, short replication, long sendBufferBytes) {
  public static final String DEFAULT_BOOTSTRAP = "127.0.0.1:8521";
  public static final int DEFAULT_PARTITIONS = 4;
  public static final short DEFAULT_REPLICATION = 1;

  /** Holds ten seconds of 10,000 queues at 1 Hz and 400 bytes each, an eighth of a small heap. */
  public static final long DEFAULT_SEND_BUFFER_BYTES = 4L << 20;

  public LinkConfig {
    checkBootstrap(bootstrap);
    if (clientId.isBlank() || clientId.length() > 200) {
      throw new UsageException("client-id", clientId, "must have 1 to 200 characters");
    }
    between("partitions", partitions, 1, 1_000);
    between("replication", replication, 1, 15);
    between("send-buffer-bytes", sendBufferBytes, 64L << 10, 1L << 30);
  }

  public static LinkConfig of(String bootstrap, String clientId) {
    return new LinkConfig(
        bootstrap, clientId, DEFAULT_PARTITIONS, DEFAULT_REPLICATION, DEFAULT_SEND_BUFFER_BYTES);
  }

  private static void checkBootstrap(String bootstrap) {
    for (String address : bootstrap.split(",", -1)) {
      int colon = address.lastIndexOf(':');
      if (colon < 1 || !isPort(address.substring(colon + 1))) {
        throw new UsageException(
            "bootstrap", bootstrap, "must be host:port, several separated by commas");
      }
    }
  }

  private static boolean isPort(String text) {
    try {
      int port = Integer.parseInt(text.strip());
      return port >= 1 && port <= 65_535;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void between(String key, long value, long least, long most) {
    if (value < least || value > most) {
      throw new UsageException(
          key, Long.toString(value), "must be between " + least + " and " + most);
    }
  }
}

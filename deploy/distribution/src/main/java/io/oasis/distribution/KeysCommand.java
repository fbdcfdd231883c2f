package io.oasis.distribution;

import io.oasis.messaging.trust.HostSecret;
import io.oasis.messaging.trust.KeyDirectory;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Speaker;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes, changes and shows the keys of managers and hosts. */
@Command(
    name = "keys",
    description = "Make, change and show the keys by which managers and hosts are known.",
    mixinStandardHelpOptions = true)
final class KeysCommand implements Runnable {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      scope = picocli.CommandLine.ScopeType.INHERIT,
      description = "Where they are (default: keys in the data directory of `oasis up`).")
  private Path directory = DataOption.standard().resolve("keys");

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated field
  KeysCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: init, show, rotate, host or revoke.");
  }

  /** Makes what is missing. */
  @Command(
      name = "init",
      description = "Make a signing key for managers and a secret for hosts, if there are none.",
      mixinStandardHelpOptions = true)
  int init() throws IOException {
    keys().make();
    return show();
  }

  /** What there is; no secret is shown. */
  @Command(
      name = "show",
      description = "Show which keys there are, and to whom each file goes.",
      mixinStandardHelpOptions = true)
  int show() throws IOException {
    KeyDirectory keys = there();
    PrintWriter out = out();
    out.printf("%-16s %s%n", SigningKey.read(keys.signing()).id(), keys.signing() + ": managers");
    if (Files.exists(keys.next())) {
      out.printf(
          "%-16s %s%n",
          SigningKey.read(keys.next()).id(), keys.next() + ": nobody before `rotate --use`");
    }
    for (Path shown : keys.shown()) {
      String name = shown.getFileName().toString();
      out.printf("%-16s %s%n", name.substring(0, name.lastIndexOf('.')), shown + ": adapters");
    }
    out.printf(
        "%-16s %s%n",
        HostSecret.read(keys.hosts()).ids().iterator().next(), keys.hosts() + ": managers");
    out.flush();
    return 0;
  }

  /** Changes a key, in two steps so that nobody is without one that counts. */
  @Command(
      name = "rotate",
      description =
          "Change the managers' key: without --use a new one is made to be handed out; with it"
              + " managers that start from now on sign with it.",
      mixinStandardHelpOptions = true)
  int rotate(
      @Option(names = "--use", description = "Every adapter has the new public key.") boolean use,
      @Option(
              names = "--hosts",
              description = "Change the hosts' secret instead; the tokens of now still count.")
          boolean hosts)
      throws IOException {
    KeyDirectory keys = there();
    if (hosts) {
      keys.rotateHosts();
      out().println("hand out new tokens (`oasis keys host`); managers take them within seconds");
    } else if (use) {
      String id =
          keys.use()
              .orElseThrow(
                  () -> new IllegalArgumentException("--use: run `oasis keys rotate` first"));
      out().println("start the managers again: they sign with " + id);
      out().println("then remove the former key from every --trust");
    } else {
      String id = keys.prepare();
      out().println("give every adapter " + keys.trust().resolve(id + ".pem"));
      out().println("then `oasis keys rotate --use`");
    }
    out().flush();
    return 0;
  }

  /** Writes a host's token. */
  @Command(
      name = "host",
      description = "Write the token by which managers know a host; for its agent and adapters.",
      mixinStandardHelpOptions = true)
  int host(
      @Parameters(paramLabel = "NAME", description = "As in --host of its agent.") String name,
      @Option(
              names = "--serves",
              paramLabel = "HOST",
              split = ",",
              description = "Hosts whose applications its adapters limit too.")
          @Nullable List<String> serves,
      @Option(
              names = "--file",
              paramLabel = "FILE",
              description = "Where (default: token-NAME beside the keys).")
          @Nullable Path file)
      throws IOException {
    Speaker.Host speaker =
        new Speaker.Host(
            new HostId(name),
            serves == null ? List.of() : serves.stream().map(HostId::new).toList());
    out().println(there().token(speaker, Optional.ofNullable(file)));
    out().flush();
    return 0;
  }

  /** Takes a host's token back. */
  @Command(
      name = "revoke",
      description =
          "Have managers refuse a host's token, without a restart; copy hosts.secret to managers"
              + " that have a copy. For a new token: `rotate --hosts`, then `host`.",
      mixinStandardHelpOptions = true)
  int revoke(
      @Parameters(paramLabel = "NAME", description = "As in --host of its agent.") String name)
      throws IOException {
    HostId host = new Speaker.Host(new HostId(name), List.of()).host();
    there().revoke(host);
    out().println("managers refuse host %s within seconds".formatted(host));
    out().flush();
    return 0;
  }

  private KeyDirectory keys() {
    return new KeyDirectory(directory.toAbsolutePath());
  }

  private KeyDirectory there() {
    KeyDirectory keys = keys();
    if (!Files.exists(keys.signing())) {
      throw new MissingException("there are no keys in " + directory + "; run `oasis keys init`");
    }
    return keys;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}

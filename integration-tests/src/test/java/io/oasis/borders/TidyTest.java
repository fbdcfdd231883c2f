package io.oasis.borders;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The source keeps to what a machine can see of the house style; {@code tidy.txt} says where not.
 */
class TidyTest {
  /** Lines of a file, and of one that has a reason to be longer. */
  private static final int FILE_LINES = 300;

  private static final int LONGEST_FILE_LINES = 500;

  /** Lines of a method, with its head and its last brace. */
  private static final int METHOD_LINES = 40;

  /** Of a record. */
  private static final int MOST_COMPONENTS = 8;

  /** Factors between units say what they are by their names. */
  private static final Pattern CONVERSION =
      Pattern.compile("(NANOS|MICROS|MILLIS|SECONDS|BYTES)_PER_[A-Z]+");

  private static final Set<String> NUMBERS = Set.of("int", "long", "float", "double");

  /** The storage manager is what Oasis consists of; managers of anything else are not. */
  private static final Pattern EMPTY_NAME =
      Pattern.compile("(Helper|Utils?|Impl)([A-Z].*)?$|^Abstract[A-Z]|.Manager$");

  private static final Pattern NAN = Pattern.compile("\\b(Double|Float)\\.(NaN|isNaN)\\b");

  /** Modules that are not installed anywhere. */
  private static final Pattern TRIALS = Pattern.compile("\\b(lab|proving-ground)/src/main/");

  /**
   * Where something is measured over a time it is waited for; a condition is waited for by name.
   * Pauses in disguise: waiting for what is not to come, or for some milliseconds, and going on
   * until the clock says so.
   */
  private static final Pattern SLEEP =
      Pattern.compile(
          "Thread\\.sleep\\(|TimeUnit\\.\\w+\\.sleep\\(|parkNanos\\("
              + "|Wait\\.pause\\(|(Await|Eventually)\\.pass\\("
              + "|pollDelay\\((?!Duration\\.ZERO)|\\.during\\("
              + "|\\b(waitFor|await)\\(\\w.*\\)\\)(\\.as\\(.*\\))?\\.isFalse\\("
              + "|\\b(waitFor|await|get|poll)\\((\\d+|\\w*MILLIS), TimeUnit\\.MILLISECONDS"
              + "|while \\(System\\.(nanoTime|currentTimeMillis)\\(");

  /** Somebody's directories, private networks, and where packages happened to come from. */
  private static final Pattern OF_A_MACHINE =
      Pattern.compile(
          "(?<![\\w.$}*-])/(home|root|work|Users|workspace)/\\w"
              + "|\\b(192\\.168|10\\.\\d+\\.\\d+)\\.\\d+\\b"
              + "|\\b(artifactory|nexus|jfrog|repo1?\\.maven|repo\\.spring|pythonhosted"
              + "|registry\\.npmjs|deb\\.debian|docker\\.io|ghcr\\.io)\\b");

  private static final Set<String> NO_TEXT = Set.of("png", "jar", "gz", "zip", "bin", "ico");

  private static List<JavaFile> sources = List.of();

  @BeforeAll
  static void read() throws IOException {
    sources = JavaFile.parse(Checkout.java());
  }

  /** A file of more than 300 lines is listed with its reason; none has more than 500. */
  @Test
  void filesAreShort() throws IOException {
    Offences offences = new Offences("long-file");
    for (JavaFile source : sources) {
      int lines = source.lines().size();
      if (lines > FILE_LINES) {
        offences.add(source.path(), lines + " lines");
      }
      if (lines > LONGEST_FILE_LINES) {
        offences.add(source.path(), "more than " + LONGEST_FILE_LINES);
      }
    }
    offences.check();
  }

  @Test
  void methodsAreShort() throws IOException {
    Offences offences = new Offences("long-method");
    for (JavaFile source : sources) {
      source.each(
          (path, tree) -> {
            if (tree instanceof MethodTree method && source.length(tree) > METHOD_LINES) {
              offences.add(
                  source.path(), method.getName() + " has " + source.length(tree) + " lines");
            }
          });
    }
    offences.check();
  }

  /** Nine components or more have parts that belong together: they are records of their own. */
  @Test
  void recordsAreNarrow() throws IOException {
    Offences offences = new Offences("wide-record");
    for (JavaFile source : sources) {
      source.each(
          (path, tree) -> {
            if (tree instanceof ClassTree record && record.getKind() == Tree.Kind.RECORD) {
              long components = record.getMembers().stream().filter(TidyTest::isComponent).count();
              if (components > MOST_COMPONENTS) {
                offences.add(source.path(), record.getSimpleName() + " has " + components);
              }
            }
          });
    }
    offences.check();
  }

  /** A record's components are its only fields that are not static. */
  private static boolean isComponent(Tree member) {
    return member instanceof VariableTree field
        && !field.getModifiers().getFlags().contains(Modifier.STATIC);
  }

  /** A number of the cores says what it is and where it comes from. */
  @Test
  void constantsOfTheCoresAreExplained() throws IOException {
    Offences offences = new Offences("bare-constant");
    List<String> packages = Core.ALL.stream().flatMap(core -> core.packages().stream()).toList();
    for (JavaFile source : sources) {
      if (Checkout.isTest(source.path()) || !packages.contains(source.packageName())) {
        continue;
      }
      source.each(
          (path, tree) -> {
            if (tree instanceof VariableTree constant
                && path.getParentPath().getLeaf() instanceof ClassTree
                && isNumber(constant)
                && !CONVERSION.matcher(constant.getName()).matches()
                && !source.isExplained(path)) {
              offences.add(source.path(), constant.getName().toString());
            }
          });
    }
    offences.check();
  }

  private static boolean isNumber(VariableTree field) {
    return field.getModifiers().getFlags().containsAll(Set.of(Modifier.STATIC, Modifier.FINAL))
        && field.getType() != null
        && NUMBERS.contains(field.getType().toString());
  }

  @Test
  void testsDoNotSleep() throws IOException {
    Offences offences = new Offences("sleep");
    for (JavaFile source : sources) {
      if (Checkout.isTest(source.path()) && !source.path().endsWith("TidyTest.java")) {
        source.lines().stream()
            .filter(line -> SLEEP.matcher(line).find())
            .forEach(line -> offences.add(source.path(), line.strip()));
      }
    }
    offences.check();
  }

  /** What may be missing has a type that says so. */
  @Test
  void nothingIsSaidByNotANumber() throws IOException {
    Offences offences = new Offences("nan");
    for (JavaFile source : sources) {
      if (!Checkout.isTest(source.path()) && !TRIALS.matcher(source.path().toString()).find()) {
        source.lines().stream()
            .filter(line -> NAN.matcher(line).find())
            .forEach(line -> offences.add(source.path(), line.strip()));
      }
    }
    offences.check();
  }

  @Test
  void namesSaySomething() throws IOException {
    Offences offences = new Offences("empty-name");
    for (JavaFile source : sources) {
      source.each(
          (path, tree) -> {
            if (tree instanceof ClassTree named
                && EMPTY_NAME.matcher(named.getSimpleName()).find()) {
              offences.add(source.path(), named.getSimpleName().toString());
            }
          });
    }
    offences.check();
  }

  /** A test says in its first line what it shows: above the class, or above each of its tests. */
  @Test
  void testsSayWhatTheyShow() throws IOException {
    Offences offences = new Offences("silent-test");
    for (JavaFile source : sources) {
      source.each(
          (path, tree) -> {
            if (tree instanceof ClassTree test
                && path.getParentPath().getLeaf().getKind() == Tree.Kind.COMPILATION_UNIT
                && Checkout.isTest(source.path())
                && test.getSimpleName().toString().matches(".*(Test|IT)")
                && source.doc(path) == null) {
              offences.add(source.path(), "no first line");
            }
          });
    }
    offences.check();
  }

  @Test
  void everyPackageIsNullMarked() throws IOException {
    Set<String> marked =
        Set.copyOf(
            sources.stream()
                .filter(source -> source.path().endsWith("package-info.java"))
                .filter(source -> source.lines().contains("@NullMarked"))
                .map(JavaFile::packageName)
                .toList());
    assertThat(sources).extracting(JavaFile::packageName).isSubsetOf(marked);
  }

  @Test
  void nothingTellsOfTheMachineItWasWrittenOn() throws IOException {
    Offences offences = new Offences("machine");
    for (Path file : Checkout.files()) {
      String name = String.valueOf(file.getFileName());
      if (NO_TEXT.contains(name.substring(name.lastIndexOf('.') + 1))
          || file.endsWith("TidyTest.java")) {
        continue;
      }
      Matcher matcher =
          OF_A_MACHINE.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      while (matcher.find()) {
        offences.add(file, matcher.group());
      }
    }
    offences.check();
  }
}

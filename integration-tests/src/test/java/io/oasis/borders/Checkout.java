package io.oasis.borders;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Where the source is that these tests look at. */
final class Checkout {
  /** Maven says so; see the properties of Surefire in the root's {@code pom.xml}. */
  static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("oasis.root")));

  private Checkout() {}

  /** All files but what is built and what Git keeps for itself, in a fixed order. */
  static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            String name = String.valueOf(directory.getFileName());
            return name.equals("target") || name.startsWith(".idea") || name.equals(".git")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!file.endsWith(".git")) { // a file where the checkout is one of several
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files.stream().sorted().toList();
  }

  static List<Path> java() throws IOException {
    return files().stream().filter(file -> file.toString().endsWith(".java")).toList();
  }

  static boolean isTest(Path file) {
    return file.toString().contains("/src/test/");
  }
}

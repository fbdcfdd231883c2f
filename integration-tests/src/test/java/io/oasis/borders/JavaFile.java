package io.oasis.borders;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** A source file as the compiler reads it. */
record JavaFile(Path path, List<String> lines, CompilationUnitTree unit, DocTrees trees) {

  static List<JavaFile> parse(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      DocTrees trees = DocTrees.instance(task);
      List<JavaFile> parsed = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        Path path = Path.of(unit.getSourceFile().toUri());
        parsed.add(new JavaFile(path, Files.readAllLines(path), unit, trees));
      }
      return parsed;
    }
  }

  String packageName() {
    return String.valueOf(unit.getPackageName());
  }

  /** Shows everything that is in the file. */
  void each(BiConsumer<TreePath, Tree> seen) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void scan(@Nullable Tree tree, @Nullable Void nothing) {
        if (tree != null && getCurrentPath() != null) {
          seen.accept(new TreePath(getCurrentPath(), tree), tree);
        }
        return super.scan(tree, nothing);
      }
    }.scan(new TreePath(unit), null);
  }

  @Nullable String doc(TreePath path) {
    return trees.getDocComment(path);
  }

  /** The first line of something, from 1. */
  private long first(Tree tree) {
    return unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, tree));
  }

  private long last(Tree tree) {
    return unit.getLineMap().getLineNumber(trees.getSourcePositions().getEndPosition(unit, tree));
  }

  long length(Tree tree) {
    return last(tree) - first(tree) + 1;
  }

  /** Whether a field has a comment, above it, behind it, or above the block that it is in. */
  boolean isExplained(TreePath field) {
    if (doc(field) != null || line(last(field.getLeaf())).contains("//")) {
      return true;
    }
    long above = first(field.getLeaf()) - 1;
    while (above > 0 && line(above).contains(" static final ") && line(above).endsWith(";")) {
      above--;
    }
    return line(above).startsWith("//") || line(above).endsWith("*/");
  }

  private String line(long number) {
    return Objects.requireNonNull(lines.get((int) number - 1)).strip();
  }
}

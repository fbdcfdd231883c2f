package io.oasis.manager.server.rest;

import io.oasis.manager.server.fleet.Absent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * Errors as problem details (RFC 9457). Where a value is to blame, {@code field}, {@code value} and
 * {@code rule} say which, what was given and what is right.
 */
@RestControllerAdvice
public class Problems extends ResponseEntityExceptionHandler {
  /** A manager that is gone is succeeded in some seconds. */
  private static final String RETRY_SECONDS = "2";

  @ExceptionHandler
  ResponseEntity<Object> badValue(BadValue e) {
    return response(of(e));
  }

  @ExceptionHandler
  ResponseEntity<Object> notThere(NotThere e) {
    ProblemDetail problem = of(HttpStatus.NOT_FOUND, e.getMessage());
    problem.setProperty("field", e.kind());
    problem.setProperty("value", e.id());
    problem.setProperty("rule", "must be there; GET /api/v1/domains lists what is");
    return response(problem);
  }

  @ExceptionHandler
  ResponseEntity<Object> absent(Absent e) {
    ProblemDetail problem = of(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
    e.manager().ifPresent(manager -> problem.setProperty("manager", manager));
    return ResponseEntity.status(problem.getStatus())
        .header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    Throwable cause = e.getCause();
    return cause instanceof JacksonException json
        ? response(of(inJson(json)))
        : response(of(HttpStatus.BAD_REQUEST, "The body must be a JSON object."));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    String field = e instanceof MethodArgumentTypeMismatchException of ? of.getName() : "parameter";
    return response(
        of(new BadValue(field, String.valueOf(e.getValue()), "must be a whole number")));
  }

  static ProblemDetail of(HttpStatus status, @Nullable String detail) {
    return ProblemDetail.forStatusAndDetail(status, Optional.ofNullable(detail).orElse(""));
  }

  static ResponseEntity<Object> response(ProblemDetail problem) {
    return ResponseEntity.status(problem.getStatus())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }

  private static ProblemDetail of(BadValue e) {
    ProblemDetail problem = of(HttpStatus.BAD_REQUEST, e.getMessage());
    problem.setProperty("field", e.field());
    problem.setProperty("value", e.value());
    problem.setProperty("rule", e.rule());
    return problem;
  }

  private static BadValue inJson(JacksonException e) {
    String field = pathOf(e);
    if (e instanceof UnrecognizedPropertyException unknown) {
      return new BadValue(
          field, "given", "is not known here; known are " + unknown.getKnownPropertyIds());
    }
    return new BadValue(field.isEmpty() ? "body" : field, "given", e.getOriginalMessage());
  }

  private static String pathOf(JacksonException e) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference reference : e.getPath()) {
      if (reference.getPropertyName() == null) {
        path.append('[').append(reference.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
      }
    }
    return path.toString();
  }
}

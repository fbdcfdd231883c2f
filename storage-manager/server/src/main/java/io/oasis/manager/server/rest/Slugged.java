package io.oasis.manager.server.rest;

import io.swagger.v3.oas.annotations.Parameter;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An id in a path, for the description of the interface. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Parameter(
    description =
        "The id as a slug: every byte but A-Z a-z 0-9 . _ - is written ~XX, so disk:/dev/x is"
            + " disk~3A~2Fdev~2Fx. Every answer carries the slugs of what it names.")
public @interface Slugged {}

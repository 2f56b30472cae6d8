package dev.restante.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Annotation for tests that need {@link MariaDbServer}, which is available on one platform. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledOnOs(
        value = OS.LINUX,
        architectures = "amd64",
        disabledReason = "the MariaDB server that the tests start runs on Linux on x86-64 only")
public @interface RequiresMariaDb {}

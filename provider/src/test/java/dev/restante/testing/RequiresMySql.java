package dev.restante.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Annotation for tests that need {@link MySqlServer}, which is available on one platform. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("mysql")
@EnabledOnOs(
        value = OS.LINUX,
        architectures = "amd64",
        disabledReason = "the servers that the tests start run on Linux on x86-64 only")
public @interface RequiresMySql {}

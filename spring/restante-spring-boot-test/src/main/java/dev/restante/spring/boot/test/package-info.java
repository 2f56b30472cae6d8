/** Tests of applications with Spring Boot: a slice for what listens, and queues for assertions. */
@NullMarked
package dev.restante.spring.boot.test;

import org.jspecify.annotations.NullMarked;

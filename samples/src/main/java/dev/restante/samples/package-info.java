/**
 * Samples, with a small program for each feature. The argument of a program is the JDBC URL of the store. Without it
 * most programs use an in-memory store, which is lost afterwards. The package {@code quickstart} contains a complete
 * application. The page {@code samples/README.md} lists the programs by subject.
 */
@NullMarked
package dev.restante.samples;

import org.jspecify.annotations.NullMarked;

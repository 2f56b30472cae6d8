/**
 * One small program for each feature. Each takes the store's JDBC URL as its argument; without one most use a store in
 * memory, which is gone afterwards. The {@code quickstart} package has the whole story.
 */
@NullMarked
package dev.restante.samples;

import org.jspecify.annotations.NullMarked;

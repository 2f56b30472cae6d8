/**
 * Duplicate detection (SND-06, SND-07): drops a message whose duplicate id was sent within the window of its queue or
 * topic. The batch that stores a message records its id; a cleaner deletes ids whose window is over. Tests: {@code
 * feature.send.DuplicateContract}, {@code feature.send.DuplicateIdSourceContract}.
 */
@NullMarked
package dev.restante.node.feature.duplicates;

import org.jspecify.annotations.NullMarked;

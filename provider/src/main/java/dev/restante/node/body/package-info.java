/**
 * Bodies that are stored apart from their messages: written before them, read chunk by chunk, removed when nobody has
 * them any more.
 */
@NullMarked
package dev.restante.node.body;

import org.jspecify.annotations.NullMarked;

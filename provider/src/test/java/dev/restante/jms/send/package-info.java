/** Tests of producers and of asynchronous sends. */
@NullMarked
package dev.restante.jms.send;

import org.jspecify.annotations.NullMarked;

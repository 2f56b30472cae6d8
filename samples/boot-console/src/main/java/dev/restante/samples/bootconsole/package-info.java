/** An application whose own users come into the console. */
@NullMarked
package dev.restante.samples.bootconsole;

import org.jspecify.annotations.NullMarked;

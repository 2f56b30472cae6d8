/** Programs that are compiled with the clients of vendors, and use their factories only as an alternative. */
@NullMarked
package dev.restante.vendor;

import org.jspecify.annotations.NullMarked;

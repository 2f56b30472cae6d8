/** Values that every layer speaks: ids, records and enums. It uses nothing else of Restante. */
@NullMarked
package dev.restante.model;

import org.jspecify.annotations.NullMarked;

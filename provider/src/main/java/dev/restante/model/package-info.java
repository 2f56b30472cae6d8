/** Ids, records and enums that all layers share. This package uses only a few public option types of other packages. */
@NullMarked
package dev.restante.model;

import org.jspecify.annotations.NullMarked;

package dev.restante.console.page;

import dev.restante.console.html.Element;

/**
 * A page of the console.
 *
 * @param status of HTTP
 */
public record Page(int status, Element html) {}

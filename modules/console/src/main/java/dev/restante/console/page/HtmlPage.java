package dev.restante.console.page;

import dev.restante.console.html.HtmlElement;

/** HTML page with its HTTP status. */
public record HtmlPage(int status, HtmlElement html) {}

package dev.restante.console.page;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import java.util.List;

/**
 * Position in a list that is shown page by page, which selects the rows of the page and links to its neighbors.
 *
 * @param page the page number, from 1
 * @param pages the number of pages, at least 1
 * @param rows the rows of a full page
 * @param total the rows of all pages
 */
public record Pager(int page, int pages, int rows, int total) {

    /** Returns the requested page, or the nearest page that exists. */
    public static Pager of(RequestParameters parameters, int size, int rows) {
        int pages = Math.max(1, (size + rows - 1) / rows);
        Long asked = parameters.numberOrNull("page");
        int page = asked == null ? 1 : (int) Math.max(1, Math.min(asked, pages));
        return new Pager(page, pages, rows, size);
    }

    public <T> List<T> of(List<T> all) {
        return all.subList((page - 1) * rows, Math.min(all.size(), page * rows));
    }

    /**
     * Returns the links to the previous and the next page.
     *
     * @param here the URL of the list without the page number
     */
    public HtmlElement element(LocalUrl here) {
        HtmlElement pager = tag("nav").with("aria-label", "Pages").with("class", "pager");
        if (page > 1) {
            pager.add(tag("a", "Previous").with("href", here.with("page", String.valueOf(page - 1))));
        }
        pager.add(tag("span", "Page " + page + " of " + pages));
        if (page < pages) {
            pager.add(tag("a", "Next").with("href", here.with("page", String.valueOf(page + 1))));
        }
        return pager;
    }
}

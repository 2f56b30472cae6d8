package dev.restante.console.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("HTML of the console")
class HtmlElementTest {

    @Test
    @DisplayName("texts and attributes are escaped, and invisible characters appear as codes")
    void shouldEscape() {
        HtmlElement element = HtmlElement.tag("p", "<b>&\"'\u0000\u202e\ud800\u2028")
                .with("class", "\"><script>")
                .add(HtmlElement.tag("br"));
        assertThat(element.document(""))
                .isEqualTo("<!DOCTYPE html>\n<p class=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt;&amp;&quot;&#39;"
                        + "\\u0000\\u202E\\uD800\\u2028<br></p>\n");
    }

    @Test
    @DisplayName("form fields contain their values unchanged, including invisible characters")
    void shouldKeepValues() {
        String text = "\r\n\u202e\u200b<\"'&";
        String exact = "&#13;\n\u202e\u200b&lt;&quot;&#39;&amp;";
        assertThat(HtmlElement.tag("input").with("value", text).document(""))
                .isEqualTo("<!DOCTYPE html>\n<input value=\"" + exact + "\">\n");
        assertThat(HtmlElement.tag("textarea", text).document(""))
                .isEqualTo("<!DOCTYPE html>\n<textarea>\n" + exact + "</textarea>\n");
    }

    @Test
    @DisplayName("elements and attributes that run or load content are rejected")
    void shouldKnowNothingElse() {
        for (String name : new String[] {"script", "style", "img", "iframe", "object", "base", "P", "b><script"}) {
            assertThatThrownBy(() -> HtmlElement.tag(name)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> HtmlElement.script(LocalUrl.to("/console.js")).add("alert(1)"))
                .isInstanceOf(IllegalArgumentException.class);
        for (String name : new String[] {"onclick", "style", "src", "href", "action", "x y"}) {
            assertThatThrownBy(() -> HtmlElement.tag("a").with(name, "javascript:x"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("URLs lead to this server only, and their parameters are encoded")
    void shouldStayHere() {
        assertThat(LocalUrl.to("/entity")
                        .with("name", "a/b&c=d e\u00fc")
                        .with("x", "")
                        .toString())
                .isEqualTo("/entity?name=a%2Fb%26c%3Dd+e%C3%BC&x=");
        for (String path : new String[] {"//evil.example", "http://evil.example", "javascript:x", "", "/a?b"}) {
            assertThatThrownBy(() -> LocalUrl.to(path)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}

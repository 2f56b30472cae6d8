package dev.restante.console.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("HTML of the console")
class ElementTest {

    @Test
    @DisplayName("has texts and attributes escaped, and shows what can't be seen by its code")
    void shouldEscape() {
        Element element = Element.tag("p", "<b>&\"'\u0000\u202e\ud800\u2028")
                .with("class", "\"><script>")
                .add(Element.tag("br"));
        assertThat(element.document(""))
                .isEqualTo("<!DOCTYPE html>\n<p class=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt;&amp;&quot;&#39;"
                        + "\\u0000\\u202E\\uD800\\u2028<br></p>\n");
    }

    @Test
    @DisplayName("has what forms send exactly as it is")
    void shouldKeepValues() {
        String text = "\r\n\u202e\u200b<\"'&";
        String exact = "&#13;\n\u202e\u200b&lt;&quot;&#39;&amp;";
        assertThat(Element.tag("input").with("value", text).document(""))
                .isEqualTo("<!DOCTYPE html>\n<input value=\"" + exact + "\">\n");
        assertThat(Element.tag("textarea", text).document(""))
                .isEqualTo("<!DOCTYPE html>\n<textarea>\n" + exact + "</textarea>\n");
    }

    @Test
    @DisplayName("has no elements that run or load something, and no such attributes")
    void shouldKnowNothingElse() {
        for (String name : new String[] {"script", "style", "img", "iframe", "object", "base", "P", "b><script"}) {
            assertThatThrownBy(() -> Element.tag(name)).isInstanceOf(IllegalArgumentException.class);
        }
        for (String name : new String[] {"onclick", "style", "src", "href", "action", "x y"}) {
            assertThatThrownBy(() -> Element.tag("a").with(name, "javascript:x"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("leads to this server only")
    void shouldStayHere() {
        assertThat(Url.to("/entity")
                        .with("name", "a/b&c=d e\u00fc")
                        .with("x", "")
                        .toString())
                .isEqualTo("/entity?name=a%2Fb%26c%3Dd+e%C3%BC&x=");
        for (String path : new String[] {"//evil.example", "http://evil.example", "javascript:x", "", "/a?b"}) {
            assertThatThrownBy(() -> Url.to(path)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}

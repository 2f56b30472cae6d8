package dev.restante.console.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Rule for the origin of forms")
class SameOriginRuleTest {

    private static boolean allows(String site, String origin, String host) {
        return SameOriginRule.allows(Optional.ofNullable(site), Optional.ofNullable(origin), Optional.ofNullable(host));
    }

    @Test
    @DisplayName("the site that the browser reports decides, even if a proxy has changed the host")
    void shouldBelieveBrowsers() {
        assertThat(allows("same-origin", "https://post.example", "127.0.0.1:8161"))
                .isTrue();
        assertThat(allows("same-site", "https://post.example", "post.example")).isFalse();
        assertThat(allows("cross-site", null, "post.example")).isFalse();
    }

    @Test
    @DisplayName("without a site, the origin must match the host, and clients without both headers are allowed")
    void shouldCompareHosts() {
        assertThat(allows(null, "https://post.example", "post.example")).isTrue();
        assertThat(allows(null, "https://evil.example", "post.example")).isFalse();
        assertThat(allows(null, "null", "post.example")).isFalse();
        assertThat(allows(null, null, "post.example")).isTrue();
    }
}

package dev.restante.console.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Where a form may come from")
class SameOriginTest {

    private static boolean allows(String site, String origin, String host) {
        return SameOrigin.allows(Optional.ofNullable(site), Optional.ofNullable(origin), Optional.ofNullable(host));
    }

    @Test
    @DisplayName("is what the browser says, whatever a proxy makes of the host")
    void shouldBelieveBrowsers() {
        assertThat(allows("same-origin", "https://post.example", "127.0.0.1:8161"))
                .isTrue();
        assertThat(allows("same-site", "https://post.example", "post.example")).isFalse();
        assertThat(allows("cross-site", null, "post.example")).isFalse();
    }

    @Test
    @DisplayName("is the host, where a browser says no more than its origin; who says nothing is no browser")
    void shouldCompareHosts() {
        assertThat(allows(null, "https://post.example", "post.example")).isTrue();
        assertThat(allows(null, "https://evil.example", "post.example")).isFalse();
        assertThat(allows(null, "null", "post.example")).isFalse();
        assertThat(allows(null, null, "post.example")).isTrue();
    }
}

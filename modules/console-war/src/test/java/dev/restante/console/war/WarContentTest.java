package dev.restante.console.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("archive")
@DisplayName("web archive of the console")
final class WarContentTest {

    private static final long MOST_BYTES = 24 * 1024;

    @Test
    @DisplayName("the archive contains only its own classes and descriptors, and is below 24 KiB")
    void shouldContainNothingButItself() throws Exception {
        File file = new File(System.getProperty("restante.war"));
        try (ZipFile archive = new ZipFile(file)) {
            assertThat(archive.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName))
                    .containsExactlyInAnyOrder(
                            "META-INF/MANIFEST.MF",
                            "WEB-INF/web.xml",
                            "WEB-INF/jboss-web.xml",
                            "WEB-INF/glassfish-web.xml",
                            "WEB-INF/ibm-web-bnd.xml",
                            "WEB-INF/classes/dev/restante/console/war/ConsoleReply.class",
                            "WEB-INF/classes/dev/restante/console/war/ConsoleWarRoles.class",
                            "WEB-INF/classes/dev/restante/console/war/ConsoleWarServlet.class",
                            "WEB-INF/classes/dev/restante/console/war/JndiNames.class",
                            "WEB-INF/classes/dev/restante/console/war/PendingRequest.class",
                            "WEB-INF/classes/dev/restante/console/war/PendingRequestListener.class",
                            "WEB-INF/classes/dev/restante/console/war/package-info.class");
        }
        assertThat(file.length()).isLessThan(MOST_BYTES);
    }
}

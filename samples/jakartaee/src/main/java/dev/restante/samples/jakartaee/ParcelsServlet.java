package dev.restante.samples.jakartaee;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * Servlet through which HTTP clients post parcels, deliver them and read their results.
 * {@code POST /parcels?recipient=Ann} posts a parcel, and {@code POST /parcels/next} delivers a parcel. Both fail at
 * the end with {@code fail=true}. {@code GET /parcels?recipient=Ann} returns the results of the recipient's parcels.
 */
@WebServlet({"/parcels", "/parcels/next"})
public class ParcelsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient ParcelService parcelService;

    @Inject
    private transient ParcelDelivery parcelDelivery;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean fail = Boolean.parseBoolean(request.getParameter("fail"));
        PrintWriter out = response.getWriter();
        if (request.getServletPath().endsWith("/next")) {
            String delivered = fail ? parcelDelivery.deliverAndFail() : parcelDelivery.deliver();
            out.println(delivered == null ? "none" : delivered);
        } else {
            String recipient = request.getParameter("recipient");
            out.println(fail ? parcelService.postAndFail(recipient) : parcelService.post(recipient));
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PrintWriter out = response.getWriter();
        parcelService.of(request.getParameter("recipient")).forEach(out::println);
    }
}

"""The page of the second factor: show it, set it up, get new recovery codes, turn it off."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import segno
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect

from drafting.access import second_factor
from drafting.access.passkeys import script_settings
from templatesapp.admin.pages import show_page

TEMPLATE = "admin/drafting/second_factor.html"
STAYS = "Nothing was removed. Your only second factor stays: add another first."
WRONG = "That code does not hold. After wrong ones the wait grows: try again in a moment."

Show = Callable[..., HttpResponse]  # the page, by what the template shows


def second_factor_view(request: HttpRequest, owner: admin.ModelAdmin[Any]) -> HttpResponse:
    user: Any = request.user
    settings = script_settings(get_token(request))
    show = partial(show_page, request, owner, TEMPLATE, passkey_settings=settings)
    if not user.is_verified() and second_factor.has_second_factor(user):
        return _entry_page(request, user, show)
    if user.is_verified() and ("app" not in request.GET or second_factor.has_app(user)):
        return _settings_page(request, user, show)
    return _set_up_page(request, user, show)


def _entry_page(request: HttpRequest, user: Any, show: Show) -> HttpResponse:
    if request.method == "POST":
        if second_factor.enter_token(request=request, token=_token(request)):
            return redirect("admin:index")
        messages.error(request, WRONG)
    return show(
        title="Second factor",
        step="enter",
        has_passkey=second_factor.passkeys_of(user).exists(),
        has_codes=second_factor.has_app(user) or second_factor.count_recovery_codes(user=user),
    )


def _set_up_page(request: HttpRequest, user: Any, show: Show) -> HttpResponse:
    if request.method == "POST":
        if codes := second_factor.confirm_device(request=request, token=_token(request)):
            return show(title="Recovery codes", step="codes", codes=codes)
        messages.error(request, WRONG)
    device = second_factor.pending_device(user=user)
    return show(
        title="Set up your second factor",
        step="set up",
        is_required=second_factor.is_required_of(user) and not user.is_verified(),
        image=segno.make(device.config_url).svg_data_uri(scale=5, light="white"),
        secret=device.config_url.partition("secret=")[2].partition("&")[0],
    )


def _settings_page(request: HttpRequest, user: Any, show: Show) -> HttpResponse:
    is_required = second_factor.is_required_of(user)
    act = request.POST.get("do")
    if act == "codes":
        codes = second_factor.new_recovery_codes(user=user)
        return show(title="Recovery codes", step="codes", codes=codes)
    if act == "off" and not is_required:
        second_factor.remove_second_factor(user=user)
        return redirect("admin:login")
    if request.method == "POST":
        passkey_id = request.POST.get("passkey", "")
        if not second_factor.remove_passkey(user=user, passkey_id=passkey_id):
            messages.warning(request, STAYS)
        return redirect(f"admin:{second_factor.PAGE}")
    return show(
        title="Second factor",
        step="settings",
        is_required=is_required,
        codes_left=second_factor.count_recovery_codes(user=user),
        has_app=second_factor.has_app(user),
        passkeys=second_factor.passkeys_of(user),
    )


def _token(request: HttpRequest) -> str:
    return request.POST.get("token", "").replace(" ", "")[:40]
